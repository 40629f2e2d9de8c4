package org.burstlog.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.burstlog.BurstlogException;

/**
 * What has to be undone, last first: by {@link #close}, or when the user interrupts. Each step is
 * done once, and one that fails does not keep the others from being done.
 */
final class Undo implements AutoCloseable {
  /** How something is undone. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  private static final long GRACE_SECONDS = 10;

  private final Deque<Step> steps = new ArrayDeque<>();
  private final PrintStream err;
  private boolean ended;
  private final Thread hook = new Thread(this::undo, "bb-bench-undo");

  /** Undoes when the virtual machine ends, unless closed before. */
  static Undo atExit(PrintStream err) {
    Undo undo = new Undo(err);
    Runtime.getRuntime().addShutdownHook(undo.hook);
    return undo;
  }

  /** Undoes only when closed. */
  Undo(PrintStream err) {
    this.err = err;
  }

  /** Remembers how something is undone that is about to be made. */
  synchronized void later(Step step) throws BurstlogException {
    refuseAfterEnd();
    steps.push(step);
  }

  /** Starts a process, which is undone by asking it to end, and insisting where it does not. */
  synchronized Process start(ProcessBuilder builder) throws IOException {
    refuseAfterEnd();
    Process process = builder.start();
    steps.push(() -> end(process));
    return process;
  }

  /**
   * Refuses to go on once the user has interrupted. A caller that has seen a process end, or a file
   * missing, asks this first: it waits until all has been undone.
   *
   * @throws BurstlogException when all has been undone
   */
  synchronized void refuseAfterEnd() throws BurstlogException {
    if (ended) {
      throw new BurstlogException("interrupted");
    }
  }

  private static void end(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  private synchronized void undo() {
    ended = true;
    while (!steps.isEmpty()) {
      try {
        steps.pop().run();
      } catch (IOException e) {
        err.println("bb bench: cleaning up: " + BurstlogException.reason(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    undo();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The machine is ending: the hook runs, and finds nothing left to do.
    }
  }
}
