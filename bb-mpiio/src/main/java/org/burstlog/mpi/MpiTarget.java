package org.burstlog.mpi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.settings.Settings;
import org.burstlog.target.OwnSync;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/**
 * A target written through MPI-IO: a round becomes one collective write of an indexed view, or a
 * few where a process has more than 1 GiB, which is more than ROMIO survives.
 *
 * <p>Several threads of a process may use it; calls are made one after the other, as a view that
 * one sets would mislead the others. A target that is {@linkplain #open opened} by itself brings
 * its own duplicate of the group, so another thread may use the group meanwhile, where {@link
 * ProcessGroup#concurrent} holds.
 *
 * <p>With OMPIO, Open MPI's default, no collective write of MPI is made, see {@link OmpioWrite}: it
 * would hide errors.
 */
public final class MpiTarget implements TargetFile {
  private static final int LARGEST_CALL = 1 << 30;

  private final MpiGroup group;

  /** Whether the group ends with this. */
  private final boolean ownsGroup;

  private final Path path;
  private final Mode mode;
  private final MpiHints hints;
  private final int largestCall;
  private final MpiFile shared;
  private final CollectiveWrite collective;
  private final Optional<Striping> striping;
  private final Pieces pieces = new Pieces();

  /** The file is known to be at least this long; the same in every process. */
  private long reach;

  private final OwnSync ownSync;
  private @Nullable MpiFile own;
  private @Nullable KernelTarget aside;
  private boolean closed;

  private MpiTarget(
      MpiGroup group,
      boolean ownsGroup,
      Path path,
      Mode mode,
      MpiHints hints,
      int largestCall,
      MpiFile shared,
      Optional<Striping> striping)
      throws IOException {
    this.group = group;
    this.ownsGroup = ownsGroup;
    this.path = path;
    this.mode = mode;
    this.hints = hints;
    this.largestCall = largestCall;
    this.shared = shared;
    this.ownSync = new OwnSync(path);
    this.striping = striping;
    this.collective = IoComponent.isRomio() ? romio() : ompio();
  }

  private CollectiveWrite romio() throws IOException {
    long window = mode == Mode.READ ? largestCall : RomioWindow.of(group, hints);
    return new RomioWrite(group, shared, largestCall, window, this::grow, hints);
  }

  private CollectiveWrite ompio() throws IOException {
    return new OmpioWrite(group, path, this::write, striping);
  }

  /**
   * Opens a target. Collective: every process gets it, or every process gets the same error.
   *
   * @param group the processes that share it, an {@link MpiGroup}; stays the caller's
   * @param path where it is
   * @param mode how it is opened
   * @param hints handed to MPI
   * @return the open target
   * @throws IOException when it could not be opened in every process
   */
  public static MpiTarget open(ProcessGroup group, Path path, Mode mode, MpiHints hints)
      throws IOException {
    return open(group, path, mode, hints, LARGEST_CALL);
  }

  /**
   * Opens files through MPI-IO, with the hints of the setting {@code mpi.hints} as it stands in the
   * environment.
   *
   * @return what opens them, for groups that are an {@link MpiGroup}
   */
  public static TargetSystem system() {
    return new MpiTargets(() -> MpiHints.of(Settings.load()));
  }

  /**
   * Opens files through MPI-IO, with hints of the program's own.
   *
   * @param hints handed to MPI; {@link MpiHints#of(Settings)} where settings are made in code
   * @return what opens them, for groups that are an {@link MpiGroup}
   */
  public static TargetSystem system(MpiHints hints) {
    return new MpiTargets(() -> hints);
  }

  /** With a limit that tests can reach. */
  static MpiTarget open(ProcessGroup group, Path path, Mode mode, MpiHints hints, int largestCall)
      throws IOException {
    if (!(group instanceof MpiGroup processes)) {
      throw new IllegalArgumentException(
          "MPI-IO needs an MpiGroup, and this is " + group + "; open a plain target instead");
    }
    MpiGroup own = processes.duplicate();
    try {
      // To make a duplicate was to meet.
      return openInTurn(own, /* ownsGroup= */ true, path, mode, hints, largestCall);
    } catch (IOException | RuntimeException e) {
      try (own) {
        throw e;
      }
    }
  }

  /**
   * Opens a target on a group that nobody else uses at the same time, until the target is closed.
   * Collective; the processes have just met.
   */
  static MpiTarget openLent(MpiGroup group, Path path, Mode mode, MpiHints hints)
      throws IOException {
    group.settle();
    return openInTurn(group, /* ownsGroup= */ false, path, mode, hints, LARGEST_CALL);
  }

  private static MpiTarget openInTurn(
      MpiGroup group, boolean ownsGroup, Path path, Mode mode, MpiHints hints, int largestCall)
      throws IOException {
    try (FileTurn turn = FileTurn.lead(group)) {
      turn.meet();
      MpiFile file = null;
      Throwable failure = null;
      try {
        file = MpiFile.open(group.handle(), group, path, bits(mode), hints);
        if (group.rank() == 0 && Files.isDirectory(path)) {
          // OMPIO opens one for reading and says nothing.
          failure = new BurstlogException(path + " is a directory; name a file in it");
        }
      } catch (IOException | LinkageError e) {
        // A library that does not fit is found here, and may fit on the other nodes.
        failure = e;
      }
      try {
        Telling telling = Telling.of("opening " + path);
        long[] found = Together.reach(group, telling, failure, ReportedStriping.look(file));
        IoComponent.recommendRomio();
        return new MpiTarget(
            group,
            ownsGroup,
            path,
            mode,
            hints,
            largestCall,
            Objects.requireNonNull(file),
            ReportedStriping.agreed(found));
      } catch (IOException | RuntimeException e) {
        undo(group, file, e);
        throw e;
      }
    }
  }

  /** Closing takes all together, so a file that only some have opened has to stay as it is. */
  private static void undo(MpiGroup group, @Nullable MpiFile file, Exception because) {
    try {
      if (group.min(file == null ? 0 : 1) == 1 && file != null) {
        file.close();
        group.barrier();
      }
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private static int bits(Mode mode) {
    return switch (mode) {
      case CREATE -> LibMpi.MPI_MODE_CREATE | LibMpi.MPI_MODE_RDWR;
      case CREATE_NEW -> LibMpi.MPI_MODE_CREATE | LibMpi.MPI_MODE_EXCL | LibMpi.MPI_MODE_RDWR;
      case UPDATE -> LibMpi.MPI_MODE_RDWR;
      case READ -> LibMpi.MPI_MODE_RDONLY;
    };
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Mode mode() {
    return mode;
  }

  @Override
  public boolean can(Capability capability) {
    return capability == Capability.COLLECTIVE_BUFFERING;
  }

  @Override
  public Optional<Striping> striping() {
    return striping;
  }

  @Override
  public synchronized void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    requireWritable();
    String refusal = refusal(extents, data);
    CollectiveWrite.Round round = CollectiveWrite.Round.agree(group, extents, refusal != null);
    if (round.refused()) {
      throw refused(refusal);
    }
    ownSync.writes();
    collective.write(round, extents, data);
  }

  /** Makes the file reach to the end of a round before that is written, see {@link RomioWrite}. */
  private void grow(long end) throws IOException {
    if (end <= reach) {
      return;
    }
    // Processes may have made it longer on their own since it was looked at last.
    long[] size = {0};
    Together asking = new Together(group);
    asking.step(
        Telling.of("asking for the size of " + path),
        () -> size[0] = group.rank() == 0 ? shared.size() : 0);
    reach = asking.meet(size)[0];
    if (end > reach) {
      resizeInTurn(end);
    }
  }

  private @Nullable String refusal(ExtentList extents, ByteBuffer data) {
    if (!data.isDirect()) {
      return "data for MPI must be in a direct buffer";
    }
    return extents.bytes() == data.remaining()
        ? null
        : data.remaining() + " bytes of data for extents of " + extents.bytes();
  }

  private BurstlogException refused(@Nullable String refusal) {
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    return new BurstlogException(
        "nothing was written to "
            + path
            + ", because another process had a wrong argument; its"
            + " own error says which");
  }

  @Override
  public synchronized void write(ExtentList extents, ByteBuffer data) throws IOException {
    requireWritable();
    String refusal = refusal(extents, data);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    ownSync.writes();
    MpiFile file = independent();
    pieces.begin(extents);
    while (data.hasRemaining()) {
      pieces.take(largestCall, Long.MAX_VALUE);
      for (int i = 0; i < pieces.count(); i++) {
        int length = pieces.lengths()[i];
        file.write(pieces.start() + pieces.offsets()[i], data, length);
        data.position(data.position() + length);
      }
    }
  }

  @Override
  public synchronized int read(long position, ByteBuffer into) throws IOException {
    requireOpen();
    if (!into.isDirect()) {
      throw new IllegalArgumentException("data of MPI must go into a direct buffer");
    }
    MpiFile file = independent();
    int read = 0;
    while (into.hasRemaining()) {
      int part = file.read(position + read, into, Math.min(into.remaining(), largestCall));
      if (part == 0) {
        break;
      }
      into.position(into.position() + part);
      read += part;
    }
    return read;
  }

  /**
   * A handle for what this process does alone. The shared one serves while it shows plain bytes; a
   * view can only be changed by all together, so after that a process gets a handle of its own.
   */
  private MpiFile independent() throws IOException {
    MpiFile file = own;
    if (file == null) {
      if (shared.showsBytes()) {
        return shared;
      }
      int bits = mode == Mode.READ ? LibMpi.MPI_MODE_RDONLY : LibMpi.MPI_MODE_RDWR;
      file = MpiFile.open(MpiLibrary.commSelf(), group, path, bits, hints);
      own = file;
    }
    return file;
  }

  @Override
  public synchronized long size() throws IOException {
    requireOpen();
    return shared.size();
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    requireWritable();
    group.barrier();
    try (FileTurn turn = FileTurn.lead(group)) {
      turn.meet();
      resizeInTurn(size);
    }
  }

  private void resizeInTurn(long size) throws IOException {
    Together.run(group, "making " + path + " " + size + " bytes long", () -> shared.resize(size));
    reach = size;
  }

  @Override
  public synchronized void sync() throws IOException {
    requireOpen();
    IOException failure = null;
    try {
      if (own != null) {
        own.sync();
      }
    } catch (IOException e) {
      failure = e;
    }
    IOException unsynced = inTurn(shared::sync);
    failure = failure == null ? unsynced : failure;
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Makes a collective call of MPI-IO; returns why it failed here, when all have made it. The
   * meeting behind it is needed for the call's own sake, too: closing, for one, is no barrier, so a
   * process that returned first might not see what the others wrote.
   */
  private @Nullable IOException inTurn(Together.Step call) throws IOException {
    group.barrier();
    return inTurnBehindMeeting(call);
  }

  /** As above, where the processes have just met. */
  private @Nullable IOException inTurnBehindMeeting(Together.Step call) throws IOException {
    try (FileTurn turn = FileTurn.lead(group)) {
      turn.meet();
      IOException failure = null;
      try {
        call.run();
      } catch (IOException e) {
        failure = e;
      }
      group.barrier();
      return failure;
    }
  }

  /**
   * Past MPI, whose sync of the shared handle waits for all processes: its writes are the kernel's
   * when they return.
   */
  @Override
  public synchronized void syncOwn() throws IOException {
    requireOpen();
    try {
      ownSync.sync();
    } catch (IOException e) {
      throw new BurstlogException("syncing " + path + " failed: " + BurstlogException.reason(e), e);
    }
  }

  @Override
  public synchronized Optional<TargetFile> aside() throws IOException {
    requireWritable();
    if (aside == null) {
      aside = KernelTarget.of(this);
    }
    return Optional.ofNullable(aside);
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    IOException failure = null;
    try (ownSync;
        KernelTarget kernels = aside) {
      if (own != null) {
        own.close();
      }
      assert kernels == aside;
    } catch (IOException e) {
      failure = e;
    }
    try (Closeable end = ownsGroup ? group : () -> {}) {
      // Who has lent the group has the processes agree before they close.
      IOException unclosed = ownsGroup ? inTurn(shared::close) : inTurnBehindMeeting(shared::close);
      failure = failure == null ? unclosed : failure;
      assert end != this;
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Closing is collective, so this finds the same in every process. */
  private void requireOpen() throws BurstlogException {
    if (closed) {
      throw new BurstlogException(path + " was closed; open it again");
    }
  }

  /** The mode is the same in every process too. */
  private void requireWritable() throws BurstlogException {
    requireOpen();
    if (mode == Mode.READ) {
      throw new BurstlogException(path + " was opened for reading; open it for update to write");
    }
  }

  @Override
  public String toString() {
    return path + ", through MPI-IO";
  }
}
