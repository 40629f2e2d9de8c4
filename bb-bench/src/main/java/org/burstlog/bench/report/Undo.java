package org.burstlog.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;

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

  private final Deque<Step> steps = new ArrayDeque<>();
  private final PrintStream err;
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

  synchronized void later(Step step) {
    steps.push(step);
  }

  private synchronized void undo() {
    while (!steps.isEmpty()) {
      try {
        steps.pop().run();
      } catch (IOException e) {
        err.println("bb bench: cleaning up: " + e.getMessage());
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
