package org.burstlog.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
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

/**
 * The collective calls of a group, as MPI has them.
 *
 * <p>Messages travel in direct buffers: given arrays of more than its small internal buffers hold,
 * mpi.jar of Open MPI 4.1 writes past their end.
 */
final class MpiCalls implements Collective.Kinds {
  private final MpiGroup group;
  private final Intracomm communicator;
  private final int rank;
  private final int size;
  private final MpiOrder order = new MpiOrder();
  private final SpareBuffers spare = new SpareBuffers();

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

  @Override
  public Begun<long[]> reduce(Reduce what) {
    int count = what.values().length;
    SpareBuffers.Two two = spare.take(count);
    two.sent().put(0, what.values());
    Op operation = operation(what.operation());
    return begin(
        List.of(
            new Step(
                "MPI_Iallreduce",
                () ->
                    communicator.iAllReduce(
                        two.sent(), two.received(), count, MPI.LONG, operation))),
        () -> {
          long[] all = values(two.received(), count);
          spare.give(two);
          return all;
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
            new Step("MPI_Iallgather", gathering::beginLengths),
            new Step("MPI_Iallgatherv", gathering::beginMessages)),
        gathering::messages);
  }

  /** All processes tell their lengths before they send their messages. */
  private final class Gathering {
    private final ByteBuffer mine;
    private final IntBuffer told = ints(size);
    private final int[] lengths = new int[size];
    private int[] starts = {};
    private ByteBuffer all = direct(0);

    Gathering(byte[] message) {
      mine = direct(message.length).put(0, message);
      told.put(rank, message.length);
      lengths[rank] = message.length;
    }

    Request beginLengths() throws MPIException {
      return communicator.iAllGather(told, 1, MPI.INT);
    }

    Request beginMessages() throws MPIException, GroupException {
      int length = lengths[rank];
      told.get(0, lengths);
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
      all = direct((int) total);
      return communicator.iAllGatherv(mine, length, MPI.BYTE, all, lengths, starts, MPI.BYTE);
    }

    List<byte[]> messages() {
      List<byte[]> messages = new ArrayList<>(size);
      for (int r = 0; r < size; r++) {
        byte[] each = new byte[lengths[r]];
        all.get(starts[r], each);
        messages.add(each);
      }
      return List.copyOf(messages);
    }
  }

  @Override
  public Begun<byte[]> broadcast(Broadcast what) {
    Broadcasting broadcasting = new Broadcasting(what);
    return begin(
        List.of(
            new Step("MPI_Ibcast", broadcasting::beginLength),
            new Step("MPI_Ibcast", broadcasting::beginMessage)),
        broadcasting::message);
  }

  /** The root tells the length before it sends the message. */
  private final class Broadcasting {
    private final int root;
    private final IntBuffer length = ints(1);
    private ByteBuffer message;

    Broadcasting(Broadcast what) {
      root = Objects.checkIndex(what.root(), size);
      byte[] mine = rank == root ? what.message() : new byte[0];
      length.put(0, mine.length);
      message = direct(mine.length).put(0, mine);
    }

    Request beginLength() throws MPIException {
      return communicator.iBcast(length, 1, MPI.INT, root);
    }

    Request beginMessage() throws MPIException {
      if (rank != root) {
        message = direct(length.get(0));
      }
      return communicator.iBcast(message, length.get(0), MPI.BYTE, root);
    }

    byte[] message() {
      byte[] got = new byte[length.get(0)];
      message.get(0, got);
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

  private static IntBuffer ints(int count) {
    return direct(count * Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();
  }

  private static long[] values(LongBuffer buffer, int count) {
    long[] values = new long[count];
    buffer.get(0, values);
    return values;
  }
}
