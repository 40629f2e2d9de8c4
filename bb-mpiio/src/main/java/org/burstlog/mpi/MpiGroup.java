package org.burstlog.mpi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import org.burstlog.group.GroupException;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * A process group over a communicator of Open MPI's Java bindings.
 *
 * <p>It works on a duplicate of the communicator it is given, so its messages never mix with the
 * application's, and there it has errors returned instead of ending the job. A process that dies
 * ends the job; that is MPI's doing.
 *
 * <p>{@link #world} starts MPI, with {@code MPI_THREAD_MULTIPLE}, where the application has not;
 * MPI then ends when the last group of the process is closed. What the application has started, the
 * application ends.
 */
public final class MpiGroup implements ProcessGroup {
  private final Intracomm communicator;
  private final int rank;
  private final int size;
  private final MpiReduction.Spare spare = new MpiReduction.Spare();
  private final Located located;
  private boolean closed;

  /** What a group and its duplicates know of where they are. */
  private static final class Located {
    private @Nullable Nodes nodes;
  }

  private MpiGroup(Intracomm own, Located located) throws MPIException {
    this.communicator = own;
    this.located = located;
    own.setErrhandler(MPI.ERRORS_RETURN);
    this.rank = own.getRank();
    this.size = own.getSize();
    MpiRuntime.enter();
  }

  /**
   * Makes the group of all processes of the job, and starts MPI if nobody has. Collective.
   *
   * <p>To be closed by the thread that called it, because that one must end MPI.
   *
   * @return a new group
   * @throws GroupException when MPI cannot be started, or was ended already
   */
  public static MpiGroup world() throws GroupException {
    try {
      MpiRuntime.start();
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Init_thread", "this process", e);
    }
    return of(MPI.COMM_WORLD);
  }

  /**
   * Makes the group of a communicator's processes. Collective.
   *
   * @param communicator stays the caller's
   * @return a new group
   * @throws GroupException when the communicator cannot be duplicated
   */
  public static MpiGroup of(Intracomm communicator) throws GroupException {
    try {
      return new MpiGroup(MpiTurn.take(communicator::dup), new Located());
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Comm_dup", "this process", e);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  /** Whether MPI was started with {@code MPI_THREAD_MULTIPLE} and granted it. */
  @Override
  public boolean concurrent() {
    try {
      return !MPI.isFinalized() && MPI.queryThread() == MPI.THREAD_MULTIPLE;
    } catch (MPIException e) {
      return false;
    }
  }

  @Override
  public Nodes nodes() throws GroupException {
    requireOpen();
    Nodes known = located.nodes;
    if (known == null) {
      try {
        known = MpiTurn.take(this::locate);
      } catch (MPIException e) {
        throw MpiErrors.group("MPI_Comm_split_type", this, e);
      }
      located.nodes = known;
    }
    return known;
  }

  private Nodes locate() throws MPIException {
    Intracomm node = communicator.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL);
    int[] leader = {rank};
    node.bcast(leader, 1, MPI.INT, 0);
    node.free();
    IntBuffer leaders = direct(size * Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();
    leaders.put(rank, leader[0]);
    communicator.allGather(leaders, 1, MPI.INT);
    int[] all = new int[size];
    leaders.get(0, all);
    return Nodes.of(all);
  }

  @Override
  public MpiGroup duplicate() throws GroupException {
    requireOpen();
    try {
      return new MpiGroup(MpiTurn.take(communicator::dup), located);
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Comm_dup", this, e);
    }
  }

  @Override
  public void barrier() throws GroupException {
    call("MPI_Ibarrier", () -> Waiting.until(MpiTurn.take(communicator::iBarrier)));
  }

  @Override
  public void max(long[] values) throws GroupException {
    reduce(values, MPI.MAX);
  }

  @Override
  public void min(long[] values) throws GroupException {
    reduce(values, MPI.MIN);
  }

  @Override
  public void sum(long[] values) throws GroupException {
    reduce(values, MPI.SUM);
  }

  @Override
  public Reduction beginMax(long[] values) throws GroupException {
    return begin(values, MPI.MAX);
  }

  private void reduce(long[] values, Op operation) throws GroupException {
    long[] all = begin(values, operation).await();
    System.arraycopy(all, 0, values, 0, values.length);
  }

  private MpiReduction begin(long[] values, Op operation) throws GroupException {
    requireOpen();
    return MpiReduction.begin(this, communicator, spare, values, operation);
  }

  @Override
  public byte[] broadcast(byte[] message, int root) throws GroupException {
    Objects.checkIndex(root, size);
    int[] length = {message.length};
    call("MPI_Bcast", () -> inTurn(() -> communicator.bcast(length, 1, MPI.INT, root)));
    ByteBuffer copy = direct(length[0]);
    if (rank == root) {
      copy.put(0, message);
    }
    call("MPI_Bcast", () -> inTurn(() -> communicator.bcast(copy, length[0], MPI.BYTE, root)));
    byte[] got = new byte[length[0]];
    copy.get(0, got);
    return got;
  }

  @Override
  public List<byte[]> gather(byte[] message) throws GroupException {
    int[] lengths = new int[size];
    lengths[rank] = message.length;
    call("MPI_Allgather", () -> inTurn(() -> communicator.allGather(lengths, 1, MPI.INT)));
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
    int[] starts = starts(lengths);
    ByteBuffer mine = direct(message.length).put(0, message);
    ByteBuffer all = direct((int) total);
    call(
        "MPI_Allgatherv",
        () ->
            inTurn(
                () ->
                    communicator.allGatherv(
                        mine, message.length, MPI.BYTE, all, lengths, starts, MPI.BYTE)));
    List<byte[]> messages = new ArrayList<>(size);
    for (int r = 0; r < size; r++) {
      byte[] each = new byte[lengths[r]];
      all.get(starts[r], each);
      messages.add(each);
    }
    return List.copyOf(messages);
  }

  @Override
  public void transpose(long[] values) throws GroupException {
    LongBuffer mine = longs(values.length).put(0, values);
    LongBuffer others = longs(values.length);
    int each = values.length / size;
    call(
        "MPI_Ialltoall",
        () ->
            Waiting.until(
                MpiTurn.take(
                    () -> communicator.iAllToAll(mine, each, MPI.LONG, others, each, MPI.LONG))));
    others.get(0, values);
  }

  @Override
  public void exchange(ByteBuffer send, int[] sent, ByteBuffer receive, int[] received)
      throws GroupException {
    ByteBuffer from = send.slice();
    ByteBuffer into = receive.slice();
    call(
        "MPI_Ialltoallv",
        () ->
            Waiting.until(
                MpiTurn.take(
                    () ->
                        communicator.iAllToAllv(
                            from,
                            sent,
                            starts(sent),
                            MPI.BYTE,
                            into,
                            received,
                            starts(received),
                            MPI.BYTE))));
  }

  /** Where parts begin that lie behind each other. */
  private static int[] starts(int[] lengths) {
    int[] starts = new int[lengths.length];
    for (int r = 1; r < lengths.length; r++) {
      starts[r] = Math.addExact(starts[r - 1], lengths[r - 1]);
    }
    return starts;
  }

  /**
   * Messages travel in direct buffers: given arrays of more than its small internal buffers hold,
   * mpi.jar of Open MPI 4.1 writes past their end.
   */
  private static ByteBuffer direct(int length) {
    return ByteBuffer.allocateDirect(Math.max(length, 1));
  }

  /**
   * Leaves the group. Collective. When it is the last of this process and {@link #world} has
   * started MPI, MPI ends.
   */
  @Override
  public void close() throws GroupException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!MPI.isFinalized()) {
        inTurn(communicator::free);
      }
      MpiRuntime.leave();
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Comm_free", this, e);
    }
  }

  @Override
  public String toString() {
    return "rank " + rank + " of " + size;
  }

  /** The communicator as C has it: an address. */
  long handle() {
    return (long) Handle.FIELD.get(communicator);
  }

  private static LongBuffer longs(int count) {
    return direct(count * Long.BYTES).order(ByteOrder.nativeOrder()).asLongBuffer();
  }

  /** A call of the bindings. */
  @FunctionalInterface
  private interface Call {
    void run() throws MPIException;
  }

  private static void inTurn(Call call) throws MPIException {
    MpiTurn.take(
        () -> {
          call.run();
          return true;
        });
  }

  private void call(String name, Call call) throws GroupException {
    requireOpen();
    try {
      call.run();
    } catch (MPIException e) {
      throw MpiErrors.group(name, this, e);
    }
  }

  /** A call after the end of MPI would end the process. */
  void requireOpen() throws GroupException {
    try {
      if (closed || MPI.isFinalized()) {
        throw new GroupException(
            closed
                ? "the group was closed; make another"
                : "MPI was finalised; use groups before that");
      }
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Finalized", this, e);
    }
  }

  /** The bindings keep the handle in a protected field and offer no other way to it. */
  private static final class Handle {
    static final VarHandle FIELD = find();

    private static VarHandle find() {
      try {
        return MethodHandles.privateLookupIn(Comm.class, MethodHandles.lookup())
            .findVarHandle(Comm.class, "handle", long.class);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError("these Java bindings keep their handles elsewhere", e);
      }
    }
  }
}
