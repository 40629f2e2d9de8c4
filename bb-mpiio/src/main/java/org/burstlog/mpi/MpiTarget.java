package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.Ending;
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
 * A target written through MPI-IO. Each process has a {@linkplain OwnHandle handle of its own} for
 * what it does alone; what a drain or a put writes, mostly. The first collective write opens one
 * for all: a round becomes one call with an indexed view, or a few where a process has more than 1
 * GiB, which is more than ROMIO survives.
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
  /** Most bytes that a process gives to one call of MPI. */
  static final int LARGEST_CALL = 1 << 30;

  private final MpiGroup group;

  /** Whether the group ends with this. */
  private final boolean ownsGroup;

  private final Path path;
  private final Mode mode;
  private final MpiHints hints;
  private final int largestCall;

  /** The handle for what this process does alone. */
  private final OwnHandle own;

  private final Optional<Striping> striping;
  private final Pieces pieces = new Pieces();

  /** Made by the first collective write. */
  private @Nullable CollectiveWrite collective;

  /** The file is known to be at least this long; the same in every process. */
  private long reach;

  /** Whether what was in the file before could not be removed yet. */
  private boolean holdsOld;

  private final OwnSync ownSync;
  private @Nullable KernelTarget aside;
  private boolean closed;

  MpiTarget(
      MpiGroup group,
      boolean ownsGroup,
      Path path,
      Mode mode,
      MpiHints hints,
      int largestCall,
      OwnHandle own,
      Optional<Striping> striping) {
    this.group = group;
    this.ownsGroup = ownsGroup;
    this.path = path;
    this.mode = mode;
    this.hints = hints;
    this.largestCall = largestCall;
    this.own = own;
    this.ownSync = new OwnSync(path, own::sync);
    this.striping = striping;
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
    MpiOpening opening = new MpiOpening(own, true, path, mode, () -> hints, largestCall);
    MpiTarget[] target = new MpiTarget[1];
    try {
      Telling telling = Telling.of("opening " + path);
      Together first = new Together(own).step(telling, opening::first);
      long[] spread = first.meet(Striping.numbers(opening.striping()));
      Optional<Striping> striping = Striping.of(spread[0], spread[1]);
      Together.run(own, telling, () -> target[0] = opening.rest(striping));
      return Objects.requireNonNull(target[0]);
    } catch (IOException | RuntimeException e) {
      try (own) {
        opening.undo();
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
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
    CollectiveWrite.Round round =
        CollectiveWrite.Round.agree(
            group, extents, refusal != null, own.isRomioIfOpen(), own.isOpen() || aside != null);
    if (round.refused()) {
      throw refused(refusal);
    }
    ownSync.writes();
    collective(round).write(round, extents, data);
  }

  /** Collective, where it is made; the processes have just met. */
  private CollectiveWrite collective(CollectiveWrite.Round round) throws IOException {
    CollectiveWrite made = collective;
    if (made == null) {
      made =
          round.romio()
              ? JointFile.open(group, path, hints, largestCall, this::requireSame, this::grow)
              : new OmpioWrite(group, path, this::write, striping);
      collective = made;
    }
    return made;
  }

  /** A handle that is opened later must be of the file that was opened first. */
  private void requireSame() throws IOException {
    if (group.rank() == 0) {
      own.requireSame();
    }
  }

  /** Makes the file reach to the end of a round before that is written, see {@link RomioWrite}. */
  private void grow(CollectiveWrite.Round round) throws IOException {
    long end = round.end();
    if (end <= reach) {
      return;
    }
    long[] size = {0};
    Telling telling = Telling.of("making " + path + " " + end + " bytes long");
    // Processes may have made it longer on their own since it was looked at last, and on many file
    // systems of a network no other hears of that at once. One that hears too late would cut it.
    if (round.apart()) {
      Together looking = new Together(group).step(telling, () -> size[0] = sizeIfOpen());
      size[0] = looking.meet(size)[0];
    }
    long known = size[0];
    Together growing = new Together(group);
    growing.step(
        telling,
        () -> {
          if (group.rank() == 0) {
            size[0] = Math.max(known, own.get().size());
            if (size[0] < end) {
              own.get().resize(end);
              size[0] = end;
            }
          }
        });
    reach = growing.meet(size)[0];
  }

  /** How long the file is for this process; 0 where it has not opened it by itself. */
  private long sizeIfOpen() throws IOException {
    KernelTarget kernels = aside;
    return Math.max(own.sizeIfOpen(), kernels == null ? 0 : kernels.size());
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
    MpiFile file = own.get();
    if (holdsOld) {
      forgetOld();
    }
    ownSync.writes();
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
    MpiFile file = own.get();
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

  @Override
  public synchronized long size() throws IOException {
    requireOpen();
    return own.get().size();
  }

  @Override
  public synchronized void resize(long size) throws IOException {
    requireWritable();
    // What others have begun to write before is in the file when it is cut or made longer.
    group.barrier();
    setSize(size);
  }

  /** Behind a meeting of all, and before anything is written. */
  @Override
  public synchronized void empty() throws IOException {
    requireOpen();
    if (mode == Mode.CREATE) {
      setSize(0);
    }
  }

  /** The first process alone empties it. */
  @Override
  public synchronized void emptyBeforeMeeting() throws IOException {
    requireOpen();
    if (mode == Mode.CREATE && group.rank() == 0) {
      holdsOld = true;
      Throwable failure = Together.attempt(this::forgetOld);
      assert failure == null || holdsOld;
    }
  }

  private void forgetOld() throws IOException {
    own.get().resize(0);
    holdsOld = false;
  }

  private void setSize(long size) throws IOException {
    Together.first(
        group,
        Telling.of("making " + path + " " + size + " bytes long"),
        () -> own.get().resize(size));
    reach = size;
  }

  @Override
  public synchronized void sync() throws IOException {
    requireOpen();
    Ending ending = new Ending();
    ending.run(own::sync);
    CollectiveWrite joint = collective;
    if (joint != null) {
      ending.run(joint::sync);
    }
    // A process that returns relies on what the others have done, and they wait for a failed one.
    ending.run(group::barrier);
    // Some file systems read what they knew before, until somebody asks how long the file is.
    ending.run(own::sizeIfOpen);
    ending.finish();
  }

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
      own.requireSame();
      aside = KernelTarget.of(this);
    }
    return Optional.ofNullable(aside);
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    Ending ending = new Ending();
    ending.run(this::closeBeforeMeeting);
    ending.run(group::barrier);
    if (ownsGroup) {
      ending.run(group::close);
    }
    ending.finish();
  }

  @Override
  public synchronized void closeBeforeMeeting() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Ending ending = new Ending();
    ending.run(own::close);
    ending.run(ownSync::close);
    KernelTarget kernels = aside;
    if (kernels != null) {
      ending.run(kernels::close);
    }
    CollectiveWrite joint = collective;
    if (joint != null) {
      ending.run(joint::close);
    }
    ending.finish();
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
