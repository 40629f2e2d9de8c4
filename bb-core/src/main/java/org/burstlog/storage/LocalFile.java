package org.burstlog.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file of the tier that the kernel shows. */
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
  private static final Set<OpenOption> WRITING =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> READING =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final SteadyChannel channel;

  private LocalFile(Reach reach, Path path, Set<OpenOption> how, Set<OpenOption> again)
      throws IOException {
    FileChannel opened;
    try (Directory around = reach.around(path)) {
      opened =
          how == CREATE
              ? around.open(Reach.name(path), how, PRIVATE)
              : around.open(Reach.name(path), how);
    }
    channel = new SteadyChannel(opened, path, new Reopening.ByReach(reach, again));
  }

  static LocalFile create(Reach reach, Path path) throws IOException {
    return new LocalFile(reach, path, CREATE, WRITING);
  }

  static LocalFile open(Reach reach, Path path, boolean writable) throws IOException {
    Set<OpenOption> access = writable ? WRITING : READING;
    return Failures.at(path, () -> new LocalFile(reach, path, access, access));
  }

  @Override
  public long size() throws IOException {
    return at(channel::size);
  }

  @Override
  public void write(long position, ByteBuffer bytes) throws IOException {
    try {
      channel.write(position, bytes);
    } catch (IOException e) {
      throw Failures.explain(e, channel.path(), bytes.remaining());
    }
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return at(() -> channel.read(position, into));
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
    return at(() -> channel.map(position, length));
  }

  @Override
  public void truncate(long size) throws IOException {
    at(
        () -> {
          channel.truncate(size);
          return size;
        });
  }

  @Override
  public void renamed(Path to) {
    channel.renamed(to);
  }

  @Override
  public void force() throws IOException {
    at(
        () -> {
          channel.force();
          return this;
        });
  }

  private <T> T at(Failures.Work<T> work) throws IOException {
    return Failures.at(channel.path(), work);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return channel.path().toString();
  }
}
