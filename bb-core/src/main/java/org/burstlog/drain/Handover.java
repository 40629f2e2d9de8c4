package org.burstlog.drain;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/**
 * Work given to another thread, whose end is waited for whatever happens: it uses buffers, files
 * and the log of whoever gave it.
 *
 * <p>Whoever waits for it before it has begun does it himself: where cores are few, waiting for the
 * other thread to be woken up takes longer than the work.
 */
final class Handover<T> {
  private final FutureTask<T> task;

  private Handover(Callable<T> work) {
    task = new FutureTask<>(work);
  }

  Handover(ExecutorService thread, Callable<T> work) {
    this(work);
    thread.execute(task);
  }

  /** Work that is left to whoever waits for it first. */
  static <T> Handover<T> kept(Callable<T> work) {
    return new Handover<>(work);
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
    return task.isDone();
  }

  /** Waits for the result; an interrupt is kept for later. */
  T await() throws IOException {
    // Does nothing when it has begun already.
    task.run();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
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
