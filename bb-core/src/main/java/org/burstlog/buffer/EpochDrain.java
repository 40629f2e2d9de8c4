package org.burstlog.buffer;

import java.io.IOException;
import java.util.function.Consumer;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Span;
import org.jspecify.annotations.Nullable;

/**
 * The drain of one epoch, from its first step, with which it begins, to its end, whatever that is.
 *
 * <p>One thread at a time takes its steps; any may ask how it ended.
 */
final class EpochDrain {
  private final Beginning beginning;
  private final Counters counters;
  private final DrainReason reason;
  private final Consumer<Throwable> onFailure;
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

  /**
   * Nothing is done yet.
   *
   * @param beginning is called by the first step
   * @param counters is told how it went
   * @param reason what to count it as
   * @param onFailure is told why it failed, before anybody finds that it has ended
   */
  EpochDrain(
      Beginning beginning, Counters counters, DrainReason reason, Consumer<Throwable> onFailure) {
    this.beginning = beginning;
    this.counters = counters;
    this.reason = reason;
    this.onFailure = onFailure;
  }

  /** Takes a step. What it throws is how the drain ended. */
  Task.Progress step() {
    try {
      Task<DrainReport> now = task;
      if (now == null) {
        now = beginning.begin();
        task = now;
        span = counters.begin();
      }
      Task.Progress made = now.step();
      if (made == Task.Progress.DONE) {
        DrainReport done = now.result();
        report = done;
        if (span != null) {
          span.drained(reason, done);
        }
        end();
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
    if (span != null) {
      span.failed(reason);
    }
    onFailure.accept(e);
    end();
  }

  private void end() {
    Task<DrainReport> over = task;
    if (over != null) {
      over.close();
    }
    ended = true;
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
