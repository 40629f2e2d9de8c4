package org.burstlog.buffer;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.burstlog.depot.Closings;

/** A thread of its own takes all steps; it makes calls of a group that nobody else uses. */
final class ThreadDriver implements Driver {
  private final DrainQueue queue;
  private final Closings closings;
  private final ExecutorService thread = start("burstlog-drain");

  ThreadDriver(DrainQueue queue, Closings closings) {
    this.queue = queue;
    this.closings = closings;
    closings.drained(queue);
  }

  static ExecutorService start(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread made = new Thread(task, name);
          made.setDaemon(true);
          return made;
        });
  }

  @Override
  public void begun() {
    thread.execute(() -> queue.drive(() -> false, DrainQueue.Patience.WAITS));
  }

  @Override
  public void await(EpochDrain drain) {
    queue.awaitEnd(drain);
  }

  @Override
  public void close() {
    closings.ended(queue);
    thread.shutdown();
  }
}
