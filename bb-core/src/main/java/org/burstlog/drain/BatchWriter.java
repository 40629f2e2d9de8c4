package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches in a thread of its own, while the next one is put together.
 *
 * <p>A batch can be handed over while the one before it is still being written, so that the thread
 * goes on without waiting for anybody to be woken up.
 */
final class BatchWriter implements Closeable {
  private final TargetFile target;
  private final Batch[] batches;
  private final @Nullable ExecutorService thread;

  /** The last write of each batch. */
  private final @Nullable Handover<?>[] writes;

  private int next;
  private long writeNanos;
  private long waitNanos;

  /**
   * Begins with nothing to write.
   *
   * @param target where to; used by one thread at a time until all is written
   * @param batches taken in turn
   * @param concurrent whether there may be another thread
   */
  BatchWriter(TargetFile target, Batch[] batches, boolean concurrent) {
    this.target = target;
    this.batches = batches;
    this.thread = concurrent ? Handover.thread("burstlog-write") : null;
    this.writes = new Handover<?>[batches.length];
  }

  /**
   * Waits until a batch is free to put the next window together in.
   *
   * @return the batch, not to be used any more once submitted
   */
  Batch free() throws IOException {
    await(next);
    return batches[next];
  }

  /** Has {@link #free} written, without waiting for the end. */
  void submit() throws IOException {
    Batch batch = batches[next];
    if (thread == null) {
      write(batch);
    } else {
      writes[next] = new Handover<>(thread, () -> write(batch));
    }
    next = (next + 1) % batches.length;
  }

  /** One at a time, also when a thread that waits for a batch writes it itself. */
  private synchronized boolean write(Batch batch) throws IOException {
    long begin = System.nanoTime();
    batch.write(target::write);
    writeNanos += System.nanoTime() - begin;
    return true;
  }

  /** Tells of a write that has failed, without waiting for one that goes on. */
  void check() throws IOException {
    for (Handover<?> write : writes) {
      if (write != null && write.done()) {
        write.await();
      }
    }
  }

  /** Waits until all is written. */
  void finish() throws IOException {
    for (int i = 0; i < batches.length; i++) {
      await((next + i) % batches.length);
    }
  }

  private void await(int batch) throws IOException {
    Handover<?> write = writes[batch];
    if (write != null) {
      long begin = System.nanoTime();
      write.await();
      waitNanos += System.nanoTime() - begin;
      writes[batch] = null;
    }
  }

  /** Valid when all is written. */
  synchronized long writeNanos() {
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
      for (Handover<?> write : writes) {
        if (write != null) {
          write.settle();
        }
      }
    }
  }
}
