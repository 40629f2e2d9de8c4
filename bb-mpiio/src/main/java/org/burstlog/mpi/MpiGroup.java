package org.burstlog.mpi;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.burstlog.buffer.Burstlog;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.GroupException;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
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
  private static final SecureRandom RANDOM = new SecureRandom();

  private final int rank;
  private final int size;
  private final long identity;
  private final MpiCalls calls;
  private final Located located;

  /** Whether the program has made it, and not the library for a file. */
  private final boolean ofProgram;

  /** How many were made, in the same order in every process. */
  private long duplicates;

  private boolean closed;

  /** What a group and its duplicates know of where they are. */
  private static final class Located {
    /** The process that is lowest in the job; the first of a group that reaches beyond it. */
    private final int lowest;

    /** The places of its processes in the job; a group that reaches beyond it is like no other. */
    private final Object members;

    private @Nullable Nodes nodes;

    Located(Intracomm communicator) throws MPIException {
      int[] places = places(communicator);
      boolean ofJob = IntStream.of(places).noneMatch(place -> place == MPI.UNDEFINED);
      lowest =
          IntStream.range(0, ofJob ? places.length : 0)
              .reduce(0, (one, next) -> places[next] < places[one] ? next : one);
      members = ofJob ? IntBuffer.wrap(places).asReadOnlyBuffer() : new Object();
    }
  }

  private MpiGroup(Intracomm own, long identity, Located located, boolean ofProgram)
      throws MPIException {
    this.communicator = own;
    this.identity = identity;
    this.located = located;
    this.ofProgram = ofProgram;
    own.setErrhandler(MPI.ERRORS_RETURN);
    this.rank = own.getRank();
    this.size = own.getSize();
    this.calls = new MpiCalls(this, own);
    MpiRuntime.enter();
    EndOfMpi.prepare();
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
      Intracomm own = MpiTurn.take(communicator::dup);
      long[] identity = {RANDOM.nextLong()};
      inTurn(() -> own.bcast(identity, 1, MPI.LONG, 0));
      return new MpiGroup(own, identity[0], new Located(own), true);
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

  /** Agreed once; each duplicate has it from how many there were before it. */
  @Override
  public long identity() {
    return identity;
  }

  /** By rank, the places of processes in the job; undefined for those it was not started with. */
  private static int[] places(Intracomm communicator) throws MPIException {
    int size = communicator.getSize();
    Group all = MPI.COMM_WORLD.getGroup();
    Group own = communicator.getGroup();
    try {
      return Group.translateRanks(own, IntStream.range(0, size).toArray(), all);
    } finally {
      own.free();
      all.free();
    }
  }

  /** Whether this process is the lowest of the group in the order of the job. */
  boolean isLowest() {
    return rank == located.lowest;
  }

  @Override
  public Object members() {
    return located.members;
  }

  /** A number that looks like random, another one for each duplicate. */
  private static long scattered(long identity, long number) {
    return new SplittableRandom(identity + number).nextLong();
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
      calls.settle();
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
    // Direct, see MpiCalls.
    IntBuffer leaders =
        ByteBuffer.allocateDirect(size * Integer.BYTES)
            .order(ByteOrder.nativeOrder())
            .asIntBuffer();
    leaders.put(rank, leader[0]);
    communicator.allGather(leaders, 1, MPI.INT);
    int[] all = new int[size];
    leaders.get(0, all);
    return Nodes.of(all);
  }

  @Override
  public MpiGroup duplicate() throws GroupException {
    requireOpen();
    calls.settle();
    try {
      // MPI_Comm_dup waits without letting go of its core, and those it waits for may need that.
      Intracomm own = MpiTurn.take(communicator::iDup);
      Request made = own.getRequest();
      Waiting.until(() -> test(made));
      duplicates++;
      return new MpiGroup(own, scattered(identity, duplicates), located, false);
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Comm_idup", this, e);
    }
  }

  private boolean test(Request made) throws GroupException {
    try {
      return MpiTurn.test(made);
    } catch (MPIException e) {
      throw MpiErrors.group("MPI_Comm_idup", this, e);
    }
  }

  /** Waits until calls of MPI may be made on the communicator that this knows nothing of. */
  void settle() throws GroupException {
    requireOpen();
    calls.settle();
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    requireOpen();
    return what.in(calls);
  }

  /**
   * Leaves the group. Collective. A group that the program has made waits for files whose close
   * goes on in the background: MPI may end behind this. When it is the last of this process and
   * {@link #world} has started MPI, MPI ends.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (ofProgram) {
        Burstlog.awaitDrained();
      }
    } finally {
      free();
    }
  }

  private void free() throws GroupException {
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
