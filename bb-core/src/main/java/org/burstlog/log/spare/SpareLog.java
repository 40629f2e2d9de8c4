package org.burstlog.log.spare;

import java.io.Closeable;
import java.io.IOException;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.file.WarmFile;
import org.burstlog.log.format.SlotDescriptor;

/**
 * A log of a session that has ended well, as its process keeps it, mapped as it was: no file is
 * made, no zeros are written and no page faults are taken again.
 *
 * <p>It is empty, and its metadata log says that it belongs to nobody. What is left in it of the
 * session before carries that session's id and can never be taken for anything of the next one. Of
 * a log of a node each process keeps its lane.
 *
 * @param name what its files are called, in whatever directory they lie
 * @param meta its metadata
 * @param data its data
 * @param generation the generation that its next session begins with
 */
public record SpareLog(String name, WarmFile meta, WarmFile data, int generation)
    implements Closeable {
  /** Returns what it takes of the tier for this process. */
  long bytes() {
    return meta.bytes() + data.bytes();
  }

  /** Cuts its data off, so that both files take no more than a limit; false when that cannot be. */
  boolean trim(long most) throws IOException {
    if (bytes() > most) {
      data.trim(Math.max(0, most - meta.bytes()));
    }
    return data.bytes() > 0 && bytes() <= most;
  }

  /** Makes durable that it belongs to nobody. */
  void force() throws IOException {
    meta.segments()[0].mapping.force(0, SlotDescriptor.BLOCK);
  }

  /** Takes note of the directory that its files lie in now. */
  void movedTo(SessionDirectory directory) {
    meta.file().renamed(directory.meta(name));
    data.file().renamed(directory.data(name));
  }

  /**
   * Closes its files and frees their space, also where others still have their parts of it: they
   * find out first that it is gone, and do not touch what they have mapped.
   *
   * @throws IOException when they cannot be cut or closed
   */
  public void cut() throws IOException {
    try {
      data.file().truncate(0);
      meta.file().truncate(0);
    } finally {
      close();
    }
  }

  /** Closes its files and leaves them. */
  @Override
  public void close() throws IOException {
    try (WarmFile closesSecond = data;
        WarmFile closesFirst = meta) {
      assert closesFirst != closesSecond;
    }
  }
}
