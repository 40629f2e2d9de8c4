package org.burstlog.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import org.burstlog.group.GroupException;
import org.burstlog.group.Reduction;
import org.jspecify.annotations.Nullable;

/** A reduction that MPI works on. */
final class MpiReduction implements Reduction {
  /**
   * The buffers of what has not ended are MPI's to write to, also when nobody waits for it any more
   * because something else has failed.
   */
  private static final Set<MpiReduction> UNDER_WAY = ConcurrentHashMap.newKeySet();

  /** Buffers of reductions that have ended, of a group. */
  static final class Spare {
    /** Most reductions are of fewer values. */
    private static final int USUAL = 8;

    private final Deque<Buffers> buffers = new ArrayDeque<>();

    private synchronized Buffers take(int count) {
      Buffers used = count <= USUAL ? buffers.poll() : null;
      return used == null ? Buffers.of(Math.max(count, USUAL)) : used;
    }

    private synchronized void give(Buffers used) {
      if (used.sent.capacity() == USUAL) {
        buffers.push(used);
      }
    }
  }

  /** Direct ones, see {@link MpiGroup}. */
  private record Buffers(LongBuffer sent, LongBuffer received) {
    static Buffers of(int count) {
      LongBuffer both =
          ByteBuffer.allocateDirect(2 * count * Long.BYTES)
              .order(ByteOrder.nativeOrder())
              .asLongBuffer();
      return new Buffers(both.slice(0, count), both.slice(count, count));
    }
  }

  private final MpiGroup group;
  private final Spare spare;
  private final Buffers buffers;
  private final Request request;
  private final int count;
  private long @Nullable [] result;

  private MpiReduction(MpiGroup group, Spare spare, Buffers buffers, Request request, int count) {
    this.group = group;
    this.spare = spare;
    this.buffers = buffers;
    this.request = request;
    this.count = count;
  }

  static MpiReduction begin(
      MpiGroup group, Intracomm communicator, Spare spare, long[] values, Op operation)
      throws GroupException {
    int count = values.length;
    Buffers buffers = spare.take(count);
    buffers.sent.put(0, values);
    try {
      Request request =
          MpiTurn.take(
              () ->
                  communicator.iAllReduce(
                      buffers.sent, buffers.received, count, MPI.LONG, operation));
      MpiReduction begun = new MpiReduction(group, spare, buffers, request, count);
      UNDER_WAY.add(begun);
      return begun;
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Iallreduce", group, e);
    }
  }

  @Override
  public long[] await() throws GroupException {
    long[] known = result;
    if (known == null) {
      group.requireOpen();
      try {
        Waiting.until(request);
      } catch (MPIException e) {
        throw MpiErrors.group("MPI_Iallreduce", group, e);
      }
      known = new long[count];
      buffers.received.get(0, known);
      result = known;
      UNDER_WAY.remove(this);
      spare.give(buffers);
    }
    return known;
  }
}
