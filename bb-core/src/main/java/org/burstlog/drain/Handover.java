package org.burstlog.drain;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Work given to another thread, whose end is waited for whatever happens: it uses buffers, files
 * and the log of whoever gave it.
 */
final class Handover<T> {
  private final Future<T> future;

  Handover(ExecutorService thread, Callable<T> work) {
    future = thread.submit(work);
  }

  static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  boolean done() {
    return future.isDone();
  }

  /** Waits for the result; an interrupt is kept for later. */
  T await() throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof IOException io ? io : new IOException(String.valueOf(cause), cause);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for the end, however it was. */
  void settle() {
    try {
      await();
    } catch (IOException | CancellationException e) {
      // Whoever does not look at the result has an error of its own to tell.
    }
  }
}
