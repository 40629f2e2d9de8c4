package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file channel that stays open when a thread that uses it is interrupted.
 *
 * <p>A {@link FileChannel} closes itself then. An application that interrupts its threads must not
 * lose its file by that, so the interrupt is set aside during a call and set again behind it. When
 * it arrives during the call, the channel is opened again and the call repeated.
 *
 * <p>A file is synced by the channel that wrote it, since some file systems in user space keep what
 * a descriptor wrote until that one is synced or closed. Such a sync must not be repeated like
 * other calls: the kernel tells a failure to write once to each descriptor, and an interrupt would
 * hide it from the call that was told. So from the first channel that an interrupt closes on, the
 * file is synced also through an asynchronous channel, which interrupts do not close.
 *
 * <p>Safe for several threads; every call names its position.
 */
public final class SteadyChannel implements Closeable {
  private final Reopening again;
  private final @Nullable Object identity;
  private volatile Path path;
  private volatile FileChannel channel;

  /** Whether an interrupt has closed a channel that may have written. */
  private volatile boolean reopened;

  private @Nullable AsynchronousFileChannel syncs;
  private volatile boolean closed;

  /**
   * Takes over a channel.
   *
   * @param channel closed by this from now on
   * @param path where the file is
   * @param access how to open it again; without what makes or empties a file
   * @throws IOException when the file is not there; the channel is closed
   */
  public SteadyChannel(FileChannel channel, Path path, Set<OpenOption> access) throws IOException {
    this(channel, path, new Reopening.ByPath(access));
  }

  SteadyChannel(FileChannel channel, Path path, Reopening again) throws IOException {
    this.channel = channel;
    this.path = path;
    this.again = again;
    try {
      identity = again.key(path);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Makes durable what anybody has written to a file, or done in a directory.
   *
   * @param path the file or directory
   * @param access how it is opened for that
   * @throws IOException when that failed
   */
  static void force(Path path, Set<OpenOption> access) throws IOException {
    try (AsynchronousFileChannel once = AsynchronousFileChannel.open(path, access, null)) {
      once.force(true);
    }
  }

  private interface Call {
    long on(FileChannel channel) throws IOException;
  }

  private long steadily(Call call) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        FileChannel used = channel;
        try {
          return call.on(used);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(used, e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void reopen(FileChannel broken, ClosedChannelException cause)
      throws IOException {
    if (closed) {
      throw new IOException(path + " is closed", cause);
    }
    if (channel == broken) {
      reopened = true;
      channel = requireSame(again.open(path));
    }
  }

  /** The path may name another file by now. */
  private <C extends Channel> C requireSame(C opened) throws IOException {
    try {
      if (!Objects.equals(identity, again.key(path))) {
        throw new IOException(
            path + " is another file than when it was opened; put the first one back");
      }
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Returns the size of the file.
   *
   * @return its bytes
   * @throws IOException when it cannot be told
   */
  public long size() throws IOException {
    return steadily(FileChannel::size);
  }

  /**
   * Writes all bytes of a buffer.
   *
   * @param position where the first goes
   * @param bytes from position to limit; left at its limit
   * @throws IOException when they cannot be written; some may have been
   */
  public void write(long position, ByteBuffer bytes) throws IOException {
    int begin = bytes.position();
    while (bytes.hasRemaining()) {
      steadily(c -> c.write(bytes, position + bytes.position() - begin));
    }
  }

  /**
   * Reads bytes until the buffer is full or the file ends.
   *
   * @param position where the first is
   * @param into filled from its position
   * @return how many were read
   * @throws IOException when they cannot be read
   */
  public int read(long position, ByteBuffer into) throws IOException {
    int begin = into.position();
    while (into.hasRemaining()) {
      if (steadily(c -> c.read(into, position + into.position() - begin)) < 0) {
        break;
      }
    }
    return into.position() - begin;
  }

  /**
   * Cuts the file off.
   *
   * @param size its new size, no larger than it is
   * @throws IOException when that failed
   */
  public void truncate(long size) throws IOException {
    steadily(c -> c.truncate(size).size());
  }

  Mapping map(long position, int length) throws IOException {
    Mapping[] mapping = new Mapping[1];
    steadily(
        c -> {
          mapping[0] = LocalMapping.map(path, c, position, length);
          return length;
        });
    return mapping[0];
  }

  /**
   * Makes durable what was written.
   *
   * @throws IOException when that failed; what was written may be lost
   */
  public void force() throws IOException {
    // Opened before the other is asked: behind that it would not be told any more.
    AsynchronousFileChannel uninterrupted = forSync();
    steadily(
        c -> {
          c.force(true);
          return 0;
        });
    if (reopened) {
      uninterrupted.force(true);
    }
  }

  /**
   * Opens now what the file is synced by, so that it can be synced whatever becomes of its name.
   *
   * @throws IOException when it cannot be opened
   */
  public void prepareSync() throws IOException {
    AsynchronousFileChannel opened = forSync();
    assert opened.isOpen();
  }

  private synchronized AsynchronousFileChannel forSync() throws IOException {
    if (closed) {
      throw new IOException(path + " is closed");
    }
    AsynchronousFileChannel open = syncs;
    if (open == null) {
      // Opened late, it is still told of failures that nobody was told of before.
      AsynchronousFileChannel[] opened = new AsynchronousFileChannel[1];
      steadily(
          c -> {
            opened[0] = again.openForSync(path, c);
            return 0;
          });
      open = requireSame(opened[0]);
      syncs = open;
    }
    return open;
  }

  Path path() {
    return path;
  }

  /** Takes note that the file has another name. */
  synchronized void renamed(Path to) {
    path = to;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try (AsynchronousFileChannel closesSecond = syncs;
        FileChannel closesFirst = channel) {
      assert closesFirst != null || closesSecond != null;
    }
  }
}
