package org.burstlog.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.Collective.Broadcast;
import org.burstlog.group.Collective.Exchange;
import org.burstlog.group.Collective.Operation;
import org.burstlog.group.Collective.Reduce;
import org.burstlog.group.GroupException;
import org.burstlog.mpi.MpiBegun.Step;
import org.jspecify.annotations.Nullable;

/**
 * The collective calls of a group, as MPI has them.
 *
 * <p>Messages travel in direct buffers: given arrays of more than its small internal buffers hold,
 * mpi.jar of Open MPI 4.1 writes past their end.
 */
final class MpiCalls implements Collective.Kinds {
  /** Bytes of each message of a gather that are sent together with its length. */
  private static final int GATHERED_BEGIN = 60;

  /** Bytes of a message that is sent together with its length. */
  private static final int SHORT_MESSAGE = 1020;

  /** So many values of all processes together are gathered and not reduced by MPI. */
  private static final int MOST_GATHERED = 1024;

  private final MpiGroup group;
  private final Intracomm communicator;
  private final int rank;
  private final int size;
  private final MpiOrder order = new MpiOrder();

  MpiCalls(MpiGroup group, Intracomm communicator) {
    this.group = group;
    this.communicator = communicator;
    this.rank = group.rank();
    this.size = group.size();
  }

  private <T> Begun<T> begin(List<Step> steps, Supplier<T> result) {
    MpiBegun<T> begun = new MpiBegun<>(group, order, steps, result);
    order.begin(begun);
    return begun;
  }

  /** Waits until calls of MPI may be made that this knows nothing of. */
  void settle() throws GroupException {
    order.settle();
  }

  @Override
  public Begun<Boolean> barrier() {
    return begin(List.of(new Step("MPI_Ibarrier", communicator::iBarrier)), () -> true);
  }

  /**
   * Few values are gathered, and each process reduces them itself. A reduction of MPI travels over
   * several processes, and each passes it on only when it looks: processes that wait for longer
   * look twice in a millisecond. What is gathered comes from each process straight.
   */
  @Override
  public Begun<long[]> reduce(Reduce what) {
    int count = what.values().length;
    boolean gathers = (long) size * count <= MOST_GATHERED;
    int received = gathers ? size * count : count;
    ByteBuffer both = SpareBuffers.take((count + received) * Long.BYTES);
    LongBuffer longs = both.asLongBuffer();
    LongBuffer mine = longs.slice(0, count).put(0, what.values());
    LongBuffer all = longs.slice(count, received);
    Op operation = operation(what.operation());
    Step step =
        gathers
            ? new Step(
                "MPI_Iallgather",
                () -> communicator.iAllGather(mine, count, MPI.LONG, all, count, MPI.LONG))
            : new Step(
                "MPI_Iallreduce",
                () -> communicator.iAllReduce(mine, all, count, MPI.LONG, operation));
    return begin(
        List.of(step),
        () -> {
          long[] reduced = values(all, count);
          for (int at = count; gathers && at < size * count; at++) {
            int i = at % count;
            reduced[i] = what.operation().of(reduced[i], all.get(at));
          }
          SpareBuffers.give(both);
          return reduced;
        });
  }

  private static Op operation(Operation operation) {
    return switch (operation) {
      case MAX -> MPI.MAX;
      case MIN -> MPI.MIN;
      case SUM -> MPI.SUM;
      case OR -> MPI.BOR;
    };
  }

  @Override
  public Begun<long[]> transpose(long[] values) {
    LongBuffer mine = longs(values.length).put(0, values);
    LongBuffer others = longs(values.length);
    int each = values.length / size;
    return begin(
        List.of(
            new Step(
                "MPI_Ialltoall",
                () -> communicator.iAllToAll(mine, each, MPI.LONG, others, each, MPI.LONG))),
        () -> values(others, each * size));
  }

  @Override
  public Begun<List<byte[]>> gather(byte[] message) {
    Gathering gathering = new Gathering(message);
    return begin(
        List.of(
            new Step("MPI_Iallgather", gathering::beginBegins),
            new Step("MPI_Iallgatherv", gathering::beginMessages)),
        gathering::messages);
  }

  /**
   * All processes tell the lengths of their messages together with the begin of them. They send
   * them as a whole where one is longer.
   */
  private final class Gathering {
    private static final int EACH = Integer.BYTES + GATHERED_BEGIN;

    private final byte[] message;
    private final ByteBuffer both = SpareBuffers.take(Math.multiplyExact(EACH, size + 1));
    private final ByteBuffer mine = both.slice(0, EACH);
    private final ByteBuffer begins = both.slice(EACH, EACH * size);
    private final int[] lengths = new int[size];
    private int[] starts = {};
    private @Nullable ByteBuffer all;

    Gathering(byte[] message) {
      this.message = message;
      mine.putInt(0, message.length);
      mine.put(Integer.BYTES, message, 0, Math.min(message.length, GATHERED_BEGIN));
    }

    Request beginBegins() throws MPIException {
      return communicator.iAllGather(mine, EACH, MPI.BYTE, begins, EACH, MPI.BYTE);
    }

    @Nullable Request beginMessages() throws MPIException, GroupException {
      for (int r = 0; r < size; r++) {
        lengths[r] = begins.getInt(r * EACH);
      }
      if (Arrays.stream(lengths).allMatch(length -> length <= GATHERED_BEGIN)) {
        return null;
      }
      long total = Arrays.stream(lengths).asLongStream().sum();
      if (total > Integer.MAX_VALUE) {
        throw new GroupException(
            "the messages of "
                + size
                + " processes are "
                + total
                + " bytes: too many to gather at once;"
                + " use fewer processes, or fewer definitions");
      }
      starts = starts(lengths);
      ByteBuffer whole = direct(message.length).put(0, message);
      ByteBuffer into = direct((int) total);
      all = into;
      return communicator.iAllGatherv(
          whole, message.length, MPI.BYTE, into, lengths, starts, MPI.BYTE);
    }

    List<byte[]> messages() {
      ByteBuffer whole = all;
      List<byte[]> messages = new ArrayList<>(size);
      for (int r = 0; r < size; r++) {
        byte[] each = new byte[lengths[r]];
        if (whole == null) {
          begins.get(r * EACH + Integer.BYTES, each);
        } else {
          whole.get(starts[r], each);
        }
        messages.add(each);
      }
      SpareBuffers.give(both);
      return List.copyOf(messages);
    }
  }

  @Override
  public Begun<byte[]> broadcast(Broadcast what) {
    Broadcasting broadcasting = new Broadcasting(what);
    return begin(
        List.of(
            new Step("MPI_Ibcast", broadcasting::beginShort),
            new Step("MPI_Ibcast", broadcasting::beginLong)),
        broadcasting::message);
  }

  /** The root tells the length together with a message that is short, and sends a long one then. */
  private final class Broadcasting {
    private static final int FIRST = Integer.BYTES + SHORT_MESSAGE;

    private final int root;
    private final byte[] mine;
    private final ByteBuffer first = SpareBuffers.take(FIRST);
    private @Nullable ByteBuffer whole;

    Broadcasting(Broadcast what) {
      root = Objects.checkIndex(what.root(), size);
      mine = rank == root ? what.message() : new byte[0];
      first.putInt(0, mine.length);
      first.put(Integer.BYTES, mine, 0, Math.min(mine.length, SHORT_MESSAGE));
    }

    Request beginShort() throws MPIException {
      return communicator.iBcast(first, FIRST, MPI.BYTE, root);
    }

    @Nullable Request beginLong() throws MPIException {
      int length = first.getInt(0);
      if (length <= SHORT_MESSAGE) {
        return null;
      }
      ByteBuffer message = direct(length).put(0, mine);
      whole = message;
      return communicator.iBcast(message, length, MPI.BYTE, root);
    }

    byte[] message() {
      ByteBuffer message = whole;
      byte[] got = new byte[first.getInt(0)];
      if (message == null) {
        first.get(Integer.BYTES, got);
      } else {
        message.get(0, got);
      }
      SpareBuffers.give(first);
      return got;
    }
  }

  @Override
  public Begun<ByteBuffer> exchange(Exchange what) {
    ByteBuffer from = what.send().slice();
    ByteBuffer into = what.receive().slice();
    int[] sent = what.sent().clone();
    int[] received = what.received().clone();
    int[] sentStarts = starts(sent);
    int[] receivedStarts = starts(received);
    return begin(
        List.of(
            new Step(
                "MPI_Ialltoallv",
                () ->
                    communicator.iAllToAllv(
                        from,
                        sent,
                        sentStarts,
                        MPI.BYTE,
                        into,
                        received,
                        receivedStarts,
                        MPI.BYTE))),
        what::receive);
  }

  /** Where parts begin that lie behind each other. */
  private static int[] starts(int[] lengths) {
    int[] starts = new int[lengths.length];
    for (int r = 1; r < lengths.length; r++) {
      starts[r] = Math.addExact(starts[r - 1], lengths[r - 1]);
    }
    return starts;
  }

  private static ByteBuffer direct(int length) {
    return ByteBuffer.allocateDirect(Math.max(length, 1));
  }

  private static LongBuffer longs(int count) {
    return direct(count * Long.BYTES).order(ByteOrder.nativeOrder()).asLongBuffer();
  }

  private static long[] values(LongBuffer buffer, int count) {
    long[] values = new long[count];
    buffer.get(0, values);
    return values;
  }
}
