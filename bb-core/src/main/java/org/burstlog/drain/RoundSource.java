package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.log.file.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rounds of a plan one after the other, each read and byte-swapped by another thread
 * while the one before it is being written.
 *
 * <p>A round whose bytes lie in the log as they are to be written is given as the log's own memory:
 * a copy costs about half of what a write to a local file system does. Such rounds take no buffer
 * and no other thread.
 */
final class RoundSource implements Closeable {
  private static final int PAGE = 4096;

  /** Longer extents are worth a copy to memory that is aligned. */
  private static final int LARGE_EXTENT = 1 << 18;

  private final RoundCursor cursor;
  private final DataView data;
  private final Gather gather = new Gather();
  private final Supplier<ByteBuffer[]> buffers;
  private final Slot[] slots = {new Slot(), new Slot()};
  private final DrainState state;
  private final ExecutorService thread;
  private Handover<Boolean> next;
  private int nextSlot;

  /** Whether the last round had to be copied out of the log. */
  private boolean copied;

  private long gatherNanos;

  /** Makes one, or lets {@link DrainState} know why not. */
  interface Opener {
    @Nullable RoundSource open(Plan plan);
  }

  /** A round and its bytes. */
  static final class Slot {
    private final Round round = new Round();

    /** Memory of its own, once it was needed. */
    private ByteBuffer own = ByteBuffer.allocateDirect(0);

    private ByteBuffer bytes = own;

    ExtentList extents() {
      return round.extents();
    }

    ByteBuffer bytes() {
      return bytes;
    }
  }

  /**
   * Begins with the first round.
   *
   * @param plan the plan
   * @param data the log it is in; used by nobody else
   * @param size bytes of a round at most
   * @param buffers makes two buffers as large as a round, when they are needed
   * @param state is told the arrays of rounds and the times
   */
  RoundSource(
      Plan plan, DataView data, int size, Supplier<ByteBuffer[]> buffers, DrainState state) {
    Limits all = plan.limits();
    int bytes = Math.min(all.bytes(), size);
    this.cursor = plan.rounds(new Limits(bytes, all.extents(), all.pieces()));
    this.data = data;
    this.buffers = buffers;
    this.state = state;
    this.thread = Handover.thread("burstlog-gather");
    this.next = prepare(0);
  }

  private Handover<Boolean> prepare(int slot) {
    nextSlot = slot;
    // What the last round was, the next one mostly is as well. A thread begins for no less.
    return copied && !cursor.isAtEnd()
        ? new Handover<>(thread, () -> fill(slots[slot]))
        : Handover.kept(() -> fill(slots[slot]));
  }

  private boolean fill(Slot slot) throws IOException {
    long begin = System.nanoTime();
    boolean any = cursor.next(slot.round);
    if (any) {
      copied = !show(slot);
      if (copied) {
        copy(slot);
      }
    }
    gatherNanos += System.nanoTime() - begin;
    return any;
  }

  /** Shows a round where it lies in the log, if that is one run and needs no change. */
  private boolean show(Slot slot) throws IOException {
    Round round = slot.round;
    int bytes = round.bytes();
    if (!data.lasts()
        || round.pieces() > 1
        || round.swapSize(0) > 1
        || data.seek(round.position(0), bytes) < bytes) {
      return false;
    }
    ByteBuffer memory = data.buffer();
    // Of a large extent the kernel makes one request only from memory that begins with a page.
    if (bytes / round.extents().size() > LARGE_EXTENT
        && memory.alignmentOffset(data.index(), PAGE) != 0) {
      return false;
    }
    slot.bytes = memory.slice(data.index(), bytes);
    return true;
  }

  private void copy(Slot slot) throws IOException {
    if (slot.own.capacity() == 0) {
      ByteBuffer[] two = buffers.get();
      slots[0].own = two[0];
      slots[1].own = two[1];
    }
    slot.bytes = slot.own.clear();
    gather.fill(slot.round, data, slot.bytes);
    slot.bytes.flip();
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
      state.writing(slots[nextSlot].round.arrays());
    }
    state.add(Phase.WAIT, System.nanoTime() - begin);
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
    state.add(Phase.GATHER, gatherNanos);
  }
}
