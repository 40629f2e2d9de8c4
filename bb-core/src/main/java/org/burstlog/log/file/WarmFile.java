package org.burstlog.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.burstlog.storage.StorageFile;

/**
 * A file of a log with what is mapped of it, from its first byte on: space that needs no zeros and
 * no page faults any more. It passes from a log to the next one that uses the file.
 */
public final class WarmFile implements Closeable {
  private final StorageFile file;
  private Segment[] segments = {};

  /** A file of which nothing is mapped. */
  public WarmFile(StorageFile file) {
    this.file = file;
  }

  public StorageFile file() {
    return file;
  }

  public Segment[] segments() {
    return segments;
  }

  /** Takes what a log has mapped. */
  void hold(Segment[] mapped) {
    segments = mapped;
  }

  /** Returns up to where it is mapped. */
  public long bytes() {
    return segments.length == 0
        ? 0
        : segments[segments.length - 1].start + segments[segments.length - 1].size;
  }

  /** Returns the space of what lies behind a position, by whole segments. */
  public void trim(long most) throws IOException {
    int kept = segments.length;
    while (kept > 0 && segments[kept - 1].start + segments[kept - 1].size > most) {
      kept--;
    }
    if (kept < segments.length) {
      Segment[] all = segments;
      segments = Arrays.copyOf(all, kept);
      for (int i = kept; i < all.length; i++) {
        all[i].mapping.close();
      }
      file.truncate(bytes());
    }
  }

  @Override
  public void close() throws IOException {
    Segment[] all = segments;
    segments = new Segment[0];
    try (StorageFile closesLast = file) {
      for (Segment s : all) {
        s.mapping.close();
      }
      assert closesLast == file;
    }
  }
}
