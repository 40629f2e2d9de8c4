package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/** Writes batches in a thread of its own, while the next one is put together. */
final class BatchWriter implements Closeable {
  private final TargetFile target;
  private final Batch[] batches;
  private final @Nullable ExecutorService thread;
  private @Nullable Handover<Boolean> running;
  private int next;
  private long writeNanos;
  private long waitNanos;

  /**
   * Begins with nothing to write.
   *
   * @param target where to; used by the other thread alone while it writes
   * @param batches two, taken in turn
   * @param concurrent whether there may be another thread
   */
  BatchWriter(TargetFile target, Batch[] batches, boolean concurrent) {
    this.target = target;
    this.batches = batches;
    this.thread = concurrent ? Handover.thread("burstlog-write") : null;
  }

  /** The batch to put the next window together in; not to be used any more once submitted. */
  Batch free() {
    return batches[next];
  }

  /** Writes {@link #free} when the one before it is written, without waiting for its own end. */
  void submit() throws IOException {
    Batch batch = batches[next];
    next = 1 - next;
    if (thread == null) {
      write(batch);
      return;
    }
    finish();
    running = new Handover<>(thread, () -> write(batch));
  }

  private boolean write(Batch batch) throws IOException {
    long begin = System.nanoTime();
    batch.write(target);
    writeNanos += System.nanoTime() - begin;
    return true;
  }

  /** Tells of a write that has failed, without waiting for one that goes on. */
  void check() throws IOException {
    Handover<Boolean> last = running;
    if (last != null && last.done()) {
      last.await();
    }
  }

  /** Waits until all is written. */
  void finish() throws IOException {
    Handover<Boolean> last = running;
    if (last != null) {
      long begin = System.nanoTime();
      last.await();
      waitNanos += System.nanoTime() - begin;
      running = null;
    }
  }

  /** Valid when all is written. */
  long writeNanos() {
    return writeNanos;
  }

  long waitNanos() {
    return waitNanos;
  }

  /** Ends when the other thread has let go of the target. */
  @Override
  public void close() {
    if (thread != null) {
      thread.shutdown();
      if (running != null) {
        running.settle();
      }
    }
  }
}
