package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.burstlog.pace.Pace;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Span;
import org.jspecify.annotations.Nullable;

/**
 * The drain of one epoch, which begins when it is asked for the first step, to its end, whatever
 * that is.
 *
 * <p>One thread at a time takes its steps; any may ask how it ended.
 */
final class EpochDrain {
  private final Beginning beginning;
  private final Pace pace;
  private final long bytes;
  private final Counters counters;
  private final DrainReason reason;
  private final Watcher watcher;
  private @Nullable Task<DrainReport> task;
  private @Nullable Span span;
  private @Nullable DrainReport report;
  private @Nullable Throwable failure;

  /** Written behind what came of it. */
  private volatile boolean ended;

  /** Begins the task, or says why it must not begin. */
  @FunctionalInterface
  interface Beginning {
    Task<DrainReport> begin() throws IOException;
  }

  /** Is told of a drain by who takes its steps, before anybody finds that it has ended. */
  interface Watcher {
    /** All is in the target. */
    void drained();

    /** It was not to begin, or failed. */
    void failed(Throwable why);
  }

  /**
   * Nothing is done yet.
   *
   * @param beginning is called when it begins
   * @param pace says when it rests
   * @param bytes what it moves of this process
   * @param counters is told how it went
   * @param reason what to count it as
   * @param watcher is told, too
   */
  EpochDrain(
      Beginning beginning,
      Pace pace,
      long bytes,
      Counters counters,
      DrainReason reason,
      Watcher watcher) {
    this.beginning = beginning;
    this.pace = pace;
    this.bytes = bytes;
    this.counters = counters;
    this.reason = reason;
    this.watcher = watcher;
  }

  /** Begins, unless it has, and returns what it does; null when it has ended. */
  private @Nullable Task<DrainReport> begun() {
    if (ended) {
      return null;
    }
    if (task == null) {
      try {
        task = beginning.begin();
        pace.begin(bytes);
        span = counters.begin();
      } catch (Throwable e) {
        fail(e);
      }
    }
    return task;
  }

  /** Rests before a step, as long as there is a reason. */
  void rest() {
    if (begun() != null) {
      try {
        pace.rest();
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  /** Tells whether a call of the program may take a step now, and need not let the drain rest. */
  boolean isDue() {
    try {
      return begun() == null || pace.mayStep();
    } catch (Throwable e) {
      fail(e);
      return true;
    }
  }

  /** Takes a step. What it throws is how the drain ended. */
  Task.Progress step() {
    Task<DrainReport> now = begun();
    if (now == null) {
      return Task.Progress.DONE;
    }
    try {
      Task.Progress made = now.step();
      pace.stepped(now.moved());
      if (made == Task.Progress.DONE) {
        DrainReport done = now.result();
        report = done;
        letGo();
        if (span != null) {
          span.drained(reason, done);
        }
        watcher.drained();
        ended = true;
      }
      return made;
    } catch (Throwable e) {
      // Whatever it was: others wait for the end.
      fail(e);
      return Task.Progress.DONE;
    }
  }

  /** Waits for the other processes, when a step has found that they have to come first. */
  void await() {
    Task<DrainReport> now = task;
    if (now != null) {
      try {
        now.await();
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  private void fail(Throwable e) {
    failure = e;
    letGo();
    if (span != null) {
      span.failed(reason);
    }
    watcher.failed(e);
    ended = true;
  }

  private void letGo() {
    Task<DrainReport> over = task;
    if (over != null) {
      over.close();
      pace.end(/* well= */ failure == null);
    }
  }

  /** Tells whether the next step makes calls of the group. */
  boolean communicates() {
    Task<DrainReport> now = task;
    return now != null && now.communicates();
  }

  boolean hasEnded() {
    return ended;
  }

  /** Returns what came of it, behind its end. */
  DrainReport result() throws IOException {
    DrainReport done = report;
    if (done != null) {
      return done;
    }
    Throwable why = failure;
    if (why instanceof RuntimeException e) {
      throw e;
    }
    if (why instanceof Error e) {
      throw e;
    }
    throw why instanceof IOException e ? e : new IOException(String.valueOf(why), why);
  }
}
