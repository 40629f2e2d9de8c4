package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.burstlog.array.ExtentList;
import org.burstlog.log.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rounds of a plan one after the other, each read and byte-swapped by another thread
 * while the one before it is being written.
 */
final class RoundSource implements Closeable {
  private final RoundCursor cursor;
  private final DataView data;
  private final Gather gather = new Gather();
  private final Slot[] slots;
  private final ExecutorService thread;
  private Future<Boolean> next;
  private int nextSlot;
  private long gatherNanos;

  /** A round and its bytes. */
  static final class Slot {
    final Round round = new Round();
    final ByteBuffer buffer;

    Slot(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    ExtentList extents() {
      return round.extents();
    }
  }

  /**
   * Begins with the first round.
   *
   * @param plan the plan
   * @param data the log it is in; used by the other thread alone
   * @param buffers two buffers of the size of a round
   */
  RoundSource(Plan plan, DataView data, ByteBuffer[] buffers) {
    this.cursor = plan.rounds();
    this.data = data;
    this.slots = new Slot[] {new Slot(buffers[0]), new Slot(buffers[1])};
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread t = new Thread(task, "burstlog-gather");
              t.setDaemon(true);
              return t;
            });
    this.next = prepare(0);
  }

  private Future<Boolean> prepare(int slot) {
    nextSlot = slot;
    return thread.submit(() -> fill(slots[slot]));
  }

  private boolean fill(Slot slot) throws IOException {
    long begin = System.nanoTime();
    boolean any = cursor.next(slot.round);
    slot.buffer.clear();
    if (any) {
      gather.fill(slot.round, data, slot.buffer);
      slot.buffer.flip();
    }
    gatherNanos += System.nanoTime() - begin;
    return any;
  }

  /**
   * Returns the next round. The one returned before must not be used any more.
   *
   * @return the round and its bytes, null behind the last
   * @throws IOException when the log could not be read
   */
  @Nullable Slot take() throws IOException {
    if (!await(next)) {
      return null;
    }
    Slot ready = slots[nextSlot];
    next = prepare(1 - nextSlot);
    return ready;
  }

  private static boolean await(Future<Boolean> future) throws IOException {
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

  /** Returns the time spent reading and swapping, most of it hidden behind writes. */
  long gatherNanos() {
    return gatherNanos;
  }

  /** Ends when the other thread has let go of the log and the buffers. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      await(next);
    } catch (IOException | CancellationException e) {
      // Whoever closes before the end has an error of its own to tell.
    }
  }
}
