package org.burstlog.target;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Syncs what one process has written to a file by other means, past whatever wrote it: the kernel
 * makes durable what it knows of a file, by whichever descriptor it is asked to.
 *
 * <p>The file is opened when it is written for the first time and stays so: it is then still told
 * of all that fails, whoever else asks, and synced whatever becomes of its name. A process that has
 * written nothing opens nothing and syncs nothing.
 *
 * <p>Used by one thread at a time.
 */
public final class OwnSync implements Closeable {
  private final Path path;
  private @Nullable AsynchronousFileChannel channel;
  private boolean written;

  /**
   * Opens nothing yet.
   *
   * @param path the file
   */
  public OwnSync(Path path) {
    this.path = path;
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
