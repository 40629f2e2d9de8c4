package org.burstlog.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A file behind a {@link FileChannel}.
 *
 * <p>A file channel closes itself when a thread that uses it is interrupted. An application that
 * interrupts its threads must not lose its log by that, so the channel is opened again, the call
 * repeated, and the interrupt kept for the application to see.
 *
 * <p>A sync must not be repeated so: the kernel tells a failure to write once, and an interrupt
 * would hide it from the one call that was told. It goes through an asynchronous channel, which
 * interrupts do not close.
 */
final class LocalFile implements StorageFile {
  /**
   * As long as a piece in which the kernel is to keep the file: it finds out for the whole piece,
   * at the first store to each of its pages, whether there are blocks, and a sync writes whole
   * pieces.
   */
  private static final int PIECE = 1 << 14;

  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(PIECE).asReadOnlyBuffer();

  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Set<OpenOption> CREATE =
      Set.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);

  /** From here on, no byte is ever written. */
  private static final long LOCKS = 1L << 61;

  private final Reach reach;
  private volatile Path path;
  private final boolean writable;
  private volatile FileChannel channel;
  private @Nullable AsynchronousFileChannel syncs;
  private volatile boolean closed;

  private LocalFile(Reach reach, Path path, boolean writable, FileChannel channel) {
    this.reach = reach;
    this.path = path;
    this.writable = writable;
    this.channel = channel;
  }

  static LocalFile create(Reach reach, Path path) throws IOException {
    try (Directory around = reach.around(path)) {
      return new LocalFile(reach, path, true, around.open(Reach.name(path), CREATE, PRIVATE));
    }
  }

  static LocalFile open(Reach reach, Path path, boolean writable) throws IOException {
    return Failures.at(
        path, () -> new LocalFile(reach, path, writable, openChannel(reach, path, writable)));
  }

  private static FileChannel openChannel(Reach reach, Path path, boolean writable)
      throws IOException {
    Set<OpenOption> options =
        writable
            ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
            : Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (Directory around = reach.around(path)) {
      return around.open(Reach.name(path), options);
    }
  }

  private interface Call {
    long run(FileChannel channel) throws IOException;
  }

  private long uninterrupted(Call call) throws IOException {
    return uninterrupted(0, call);
  }

  /** Calls, and explains a failure of a call that needs so many bytes of space. */
  private long uninterrupted(long needed, Call call) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel used = channel;
        try {
          return call.run(used);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(used, e);
        }
      }
    } catch (IOException e) {
      throw Failures.explain(e, path, needed);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void reopen(FileChannel broken, ClosedChannelException cause)
      throws IOException {
    if (closed) {
      throw cause;
    }
    if (channel == broken) {
      channel = openChannel(reach, path, writable);
    }
  }

  @Override
  public long size() throws IOException {
    return uninterrupted(FileChannel::size);
  }

  @Override
  public void write(long position, ByteBuffer bytes) throws IOException {
    int begin = bytes.position();
    while (bytes.hasRemaining()) {
      uninterrupted(bytes.remaining(), c -> c.write(bytes, position + bytes.position() - begin));
    }
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    int begin = into.position();
    while (into.hasRemaining()) {
      if (uninterrupted(c -> c.read(into, position + into.position() - begin)) < 0) {
        break;
      }
    }
    return into.position() - begin;
  }

  @Override
  public void allocate(long position, long length) throws IOException {
    // Writing zeros is the one way that works on every file system the JDK can reach: it has no
    // fallocate, and extending the size makes a hole, which is a SIGBUS on a full disk once mapped.
    ByteBuffer zeros = ZEROS.duplicate();
    for (long done = 0; done < length; ) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), length - done));
      int n = zeros.limit();
      write(position + done, zeros);
      done += n;
    }
  }

  @Override
  public Mapping map(long position, int length) throws IOException {
    Mapping[] mapping = new Mapping[1];
    uninterrupted(
        c -> {
          mapping[0] = LocalMapping.map(path, c, position, length);
          return length;
        });
    return mapping[0];
  }

  @Override
  public void truncate(long size) throws IOException {
    uninterrupted(c -> c.truncate(size).size());
  }

  @Override
  public synchronized void rename(Path to) throws IOException {
    try (Directory from = reach.around(path);
        Directory into = reach.around(to)) {
      from.move(Reach.name(path), into, Reach.name(to));
    } catch (IOException e) {
      throw Failures.explain(e, to, 1);
    }
    path = to;
  }

  @Override
  public synchronized void renamed(Path to) {
    path = to;
  }

  @Override
  public void force() throws IOException {
    Failures.at(
        path,
        () -> {
          forSync().force(true);
          return path;
        });
  }

  private synchronized AsynchronousFileChannel forSync() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    AsynchronousFileChannel open = syncs;
    if (open == null) {
      // Opened late, it is still told of failures that nobody was told of before.
      open =
          AsynchronousFileChannel.open(
              path, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS), null);
      try {
        requireSameFile(open);
      } catch (IOException | RuntimeException e) {
        open.close();
        throw e;
      }
      syncs = open;
    }
    return open;
  }

  /**
   * The JDK opens a channel that interrupts do not close by the path alone, which others may have
   * turned to another file. A lock is known by its file: this process gets it once, by whatever
   * channel.
   */
  private void requireSameFile(AsynchronousFileChannel other) throws IOException {
    uninterrupted(
        mine -> {
          long place = LOCKS + ThreadLocalRandom.current().nextLong(LOCKS);
          try (FileLock held = mine.tryLock(place, 1, false);
              FileLock second = other.tryLock(place, 1, false)) {
            throw new IOException(path + " is another file now; it was replaced: " + held + second);
          } catch (OverlappingFileLockException same) {
            return place;
          }
        });
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try (AsynchronousFileChannel closesSecond = syncs;
        FileChannel closesFirst = channel) {
      assert closesFirst != null || closesSecond != null;
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
