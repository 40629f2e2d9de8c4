package org.burstlog.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one background thread of a log: prepares space ahead, and syncs every so often. It exists
 * only once there was something to do.
 */
public class Housekeeper implements Executor, Closeable {
  private final ScheduledThreadPoolExecutor thread;
  private volatile @Nullable IOException failure;

  public Housekeeper(String log) {
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread t = new Thread(task, "burstlog-" + log);
              t.setDaemon(true);
              return t;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Work that may fail; the first failure stays. */
  public interface Task {
    void run() throws IOException;
  }

  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  public void every(Duration interval, Task task) {
    long nanos = interval.toNanos();
    ScheduledFuture<?> untilClosed =
        thread.scheduleWithFixedDelay(() -> attempt(task), nanos, nanos, TimeUnit.NANOSECONDS);
    assert !untilClosed.isDone();
  }

  private void attempt(Task task) {
    if (failure == null) {
      try {
        task.run();
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  public void fail(IOException e) {
    if (failure == null) {
      failure = e;
    }
  }

  public void forgetFailure() {
    failure = null;
  }

  public @Nullable IOException failure() {
    return failure;
  }

  /** Ends the thread when what it is at is done. */
  @Override
  public void close() {
    thread.shutdown();
    boolean interrupted = false;
    while (true) {
      try {
        if (thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
