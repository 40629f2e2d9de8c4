package org.burstlog.target;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.storage.SteadyChannel;
import org.burstlog.storage.StorageException;

/**
 * A target that needs nothing but the JDK: each process has the file open and writes what is its
 * own.
 *
 * <p>Good for one process and for threads; processes on several nodes do better with MPI-IO.
 * Several threads of a process may write and read at once; an interrupt of one of them is kept and
 * does no harm.
 */
public final class PlainTarget implements TargetFile {
  /** Opens files that need nothing but the JDK. */
  public static final TargetSystem SYSTEM = new PlainSystem();

  private static final class PlainSystem implements TargetSystem {
    @Override
    public TargetFile open(ProcessGroup group, Path path, TargetFile.Mode mode) throws IOException {
      return PlainTarget.open(group, path, mode);
    }

    @Override
    public TargetOpening begin(ProcessGroup group, Path path, TargetFile.Mode mode) {
      return new PlainOpening(group, path, mode, /* ownsGroup= */ false);
    }
  }

  private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> WRITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final ProcessGroup group;
  private final Path path;
  private final Mode mode;
  private final SteadyChannel channel;
  private final boolean ownsGroup;
  private volatile boolean closed;

  private final Object syncing = new Object();

  /** Whether this process has written anything that it has not synced. */
  private volatile boolean written;

  PlainTarget(ProcessGroup group, Path path, Mode mode, SteadyChannel channel, boolean ownsGroup) {
    this.group = group;
    this.path = path;
    this.mode = mode;
    this.channel = channel;
    this.ownsGroup = ownsGroup;
  }

  /**
   * Opens a target. Collective: every process gets it, or every process gets the same error.
   *
   * @param group the processes that share it; stays the caller's
   * @param path where it is
   * @param mode how it is opened
   * @return the open target
   * @throws IOException when it could not be opened in every process
   */
  public static PlainTarget open(ProcessGroup group, Path path, Mode mode) throws IOException {
    ProcessGroup own = group.duplicate();
    PlainOpening opening = new PlainOpening(own, path, mode, /* ownsGroup= */ true);
    PlainTarget[] target = new PlainTarget[1];
    try {
      Together.run(own, "opening " + path, opening::first);
      Together.run(own, "opening " + path, () -> target[0] = opening.rest(Optional.empty()));
      return Objects.requireNonNull(target[0]);
    } catch (IOException | RuntimeException e) {
      opening.undo();
      own.close();
      throw e;
    }
  }

  /** Opens it in this process. */
  static SteadyChannel channel(Path path, Mode mode) throws IOException {
    Set<OpenOption> options =
        switch (mode) {
          case CREATE ->
              Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
          case CREATE_NEW ->
              Set.of(
                  StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
          case UPDATE -> WRITING;
          case READ -> READING;
        };
    if (Files.isDirectory(path)) {
      // Linux opens a directory for reading and only fails at the first read.
      throw new BurstlogException(path + " is a directory; name a file in it");
    }
    if (mode == Mode.READ) {
      return new SteadyChannel(FileChannel.open(path, options), path, READING);
    }
    SteadyChannel channel = new SteadyChannel(FileChannel.open(path, options), path, WRITING);
    try {
      channel.prepareSync();
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The JDK's exceptions of the file system mostly say only a path; a reader wants the remedy. */
  static IOException explain(Path path, Exception error) {
    if (error instanceof BurstlogException known) {
      return known;
    }
    if (error instanceof FileAlreadyExistsException) {
      return new BurstlogException(
          path + " exists already; remove it, or open it for creation or update", error);
    }
    if (error instanceof NoSuchFileException) {
      Path directory = path.toAbsolutePath().getParent();
      return directory == null || Files.isDirectory(directory)
          ? new BurstlogException(path + " does not exist; create it first", error)
          : new BurstlogException(
              "the directory " + directory + " does not exist; create it first", error);
    }
    if (StorageException.isTooManyOpenFiles(error)) {
      return new BurstlogException(
          BurstlogException.reason(error) + "; " + StorageException.FEWER_OPEN_FILES, error);
    }
    return new BurstlogException(
        path + " cannot be opened (" + error + "); check its permissions and its file system",
        error);
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
    return false;
  }

  @Override
  public Optional<TargetFile> aside() {
    return Optional.of(this);
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    write(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    requireWritable();
    if (extents.bytes() != data.remaining()) {
      throw new IllegalArgumentException(
          data.remaining() + " bytes of data for extents of " + extents.bytes());
    }
    int end = data.limit();
    written = true;
    try {
      for (int i = 0; i < extents.size(); i++) {
        data.limit(data.position() + (int) extents.length(i));
        channel.write(extents.offset(i), data);
      }
    } catch (IOException e) {
      throw new BurstlogException("writing " + path + " failed: " + BurstlogException.reason(e), e);
    } finally {
      data.limit(end);
    }
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return channel.read(position, into);
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void resize(long size) throws IOException {
    requireWritable();
    Together.first(
        group, Telling.of("making " + path + " " + size + " bytes long"), () -> setSize(size));
  }

  private void setSize(long size) throws IOException {
    written = true;
    if (channel.size() < size) {
      // A byte never written reads as zero, so writing it as zero changes nothing but the size.
      channel.write(size - 1, ByteBuffer.allocate(1));
    } else {
      channel.truncate(size);
    }
  }

  @Override
  public void sync() throws IOException {
    Ending ending = new Ending();
    ending.run(() -> force(/* always= */ true));
    // The others wait here for this process even when it failed.
    ending.run(group::barrier);
    ending.finish();
  }

  @Override
  public void syncOwn() throws IOException {
    force(/* always= */ false);
  }

  /** One at a time: who finds nothing left to sync must find it synced, and not about to be. */
  private void force(boolean always) throws IOException {
    synchronized (syncing) {
      if (!always && !written) {
        return;
      }
      // What another thread writes from here on is left for the next time.
      written = false;
      try {
        channel.force();
      } catch (IOException e) {
        written = true;
        throw new BurstlogException(
            "syncing " + path + " failed: " + BurstlogException.reason(e), e);
      }
    }
  }

  @Override
  public void leave() throws IOException {
    closed = true;
    Ending ending = new Ending();
    ending.run(channel::close);
    ending.run(this::endGroup);
    ending.finish();
  }

  /** Ends the group, where it ends with this. */
  private void endGroup() throws IOException {
    if (ownsGroup) {
      group.close();
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    Ending ending = new Ending();
    ending.run(this::closeBeforeMeeting);
    // A process that returns from a close may read what the others wrote.
    ending.run(group::barrier);
    ending.run(this::endGroup);
    ending.finish();
  }

  @Override
  public void closeBeforeMeeting() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      channel.close();
    } catch (IOException e) {
      throw new BurstlogException("closing " + path + " failed: " + BurstlogException.reason(e), e);
    }
  }

  /** The mode is the same in every process, so all find the same. */
  private void requireWritable() throws BurstlogException {
    if (mode == Mode.READ) {
      throw new BurstlogException(path + " was opened for reading; open it for update to write");
    }
  }

  @Override
  public String toString() {
    return path + ", plain";
  }
}
