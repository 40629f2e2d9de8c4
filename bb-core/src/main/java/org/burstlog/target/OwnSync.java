package org.burstlog.target;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Syncs what one process has written to a file by other means: first by what wrote it, and then
 * past that.
 *
 * <p>The kernel makes durable what it knows of a file, by whichever descriptor it is asked to. Some
 * file systems in user space do not: they keep what was written by a descriptor until that one is
 * synced or closed. Till then no other node sees it.
 *
 * <p>The file is opened when it is written for the first time and stays so: it is then still told
 * of all that fails, whoever else asks, and synced whatever becomes of its name. A process that has
 * written nothing opens nothing and syncs nothing.
 *
 * <p>Used by one thread at a time.
 */
public final class OwnSync implements Closeable {
  /** Syncs a file by what wrote it. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Makes durable what was written by it.
     *
     * @throws IOException when that failed
     */
    void sync() throws IOException;
  }

  private final Path path;
  private final Writer writer;
  private @Nullable AsynchronousFileChannel channel;
  private boolean written;

  /**
   * Opens nothing yet.
   *
   * @param path the file
   * @param writer what writes it
   */
  public OwnSync(Path path, Writer writer) {
    this.path = path;
    this.writer = writer;
  }

  /** Says that something is about to be written. */
  public void writes() {
    written = true;
    try {
      open();
    } catch (IOException e) {
      // Who writes may do so together with others; the sync tries again and tells.
      channel = null;
    }
  }

  private AsynchronousFileChannel open() throws IOException {
    AsynchronousFileChannel open = channel;
    if (open == null) {
      // Not closed by an interrupt, as a file channel is: the kernel tells of a failure once.
      open = AsynchronousFileChannel.open(path, StandardOpenOption.WRITE);
      channel = open;
    }
    return open;
  }

  /**
   * Makes durable what was written since the last time.
   *
   * @throws IOException when that failed; it is tried again by the next call
   */
  public void sync() throws IOException {
    if (written) {
      writer.sync();
      open().force(true);
      written = false;
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
