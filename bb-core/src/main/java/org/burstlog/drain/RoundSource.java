package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import org.burstlog.array.ExtentList;
import org.burstlog.log.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Limits;
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
  private final Progress progress;
  private final ExecutorService thread;
  private Handover<Boolean> next;
  private int nextSlot;
  private long gatherNanos;

  /** Makes one, or lets {@link Progress} know why not. */
  interface Opener {
    @Nullable RoundSource open(Plan plan);
  }

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
   * @param data the log it is in; used by nobody else
   * @param buffers two buffers, whose size is that of a round
   * @param progress is told the arrays of rounds and the times
   */
  RoundSource(Plan plan, DataView data, ByteBuffer[] buffers, Progress progress) {
    Limits all = plan.limits();
    int bytes = Math.min(all.bytes(), buffers[0].capacity());
    this.cursor = plan.rounds(new Limits(bytes, all.extents(), all.pieces()));
    this.data = data;
    this.slots = new Slot[] {new Slot(buffers[0]), new Slot(buffers[1])};
    this.progress = progress;
    this.thread = Handover.thread("burstlog-gather");
    this.next = prepare(0);
  }

  private Handover<Boolean> prepare(int slot) {
    nextSlot = slot;
    return new Handover<>(thread, () -> fill(slots[slot]));
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
    long begin = System.nanoTime();
    boolean any;
    try {
      any = next.await();
    } finally {
      // Also when its bytes could not be read: an error names them.
      progress.writing(slots[nextSlot].round.arrays());
    }
    progress.add(Phase.WAIT, System.nanoTime() - begin);
    if (!any) {
      return null;
    }
    Slot ready = slots[nextSlot];
    next = prepare(1 - nextSlot);
    return ready;
  }

  /** Ends when the other thread has let go of the log and the buffers. */
  @Override
  public void close() {
    thread.shutdown();
    next.settle();
    progress.add(Phase.GATHER, gatherNanos);
  }
}
