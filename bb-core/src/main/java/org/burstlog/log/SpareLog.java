package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.storage.Storage;

/**
 * A log whose session has ended well and which its process keeps, mapped as it was, for a session
 * to come: no file is made, no zeros are written and no page faults are taken again.
 *
 * <p>It is empty, and its metadata log says that it belongs to nobody. What is left in it of the
 * session before carries that session's id and can never be taken for anything of the next one.
 */
final class SpareLog implements Closeable {
  private final Storage storage;
  private final WarmFile meta;
  private final WarmFile data;
  private final int epoch;
  private Path metaPath;
  private Path dataPath;

  /**
   * A log that has just become spare, and still lies where it was.
   *
   * @param directory of the session it belonged to
   * @param log its name there
   * @param meta its metadata
   * @param data its data
   * @param epoch the epoch that its next session begins with
   */
  SpareLog(SessionDirectory directory, String log, WarmFile meta, WarmFile data, int epoch) {
    this.storage = directory.storage();
    this.meta = meta;
    this.data = data;
    this.epoch = epoch;
    this.metaPath = directory.meta(log);
    this.dataPath = directory.data(log);
  }

  WarmFile meta() {
    return meta;
  }

  WarmFile data() {
    return data;
  }

  int epoch() {
    return epoch;
  }

  /** Returns what it takes of the tier. */
  long bytes() {
    return meta.bytes() + data.bytes();
  }

  /** Cuts its data off, so that both files take no more than a limit; false when that cannot be. */
  boolean trim(long most) throws IOException {
    if (bytes() > most) {
      data.trim(most - meta.bytes());
    }
    return data.bytes() > 0 && bytes() <= most;
  }

  /** Takes its files out of a session's directory. */
  void leaveFor(Path directory, String name) throws IOException {
    // The metadata first: it without data looks like damage, data without it is rubbish.
    renameMeta(directory.resolve(name + LogFiles.META_SUFFIX));
    renameData(directory.resolve(name + LogFiles.DATA_SUFFIX));
  }

  /** Puts its files where the log of a session lies. */
  void join(SessionDirectory directory, String log, boolean durably) throws IOException {
    if (durably) {
      // A power loss must not show the header of the session before in the directory of this one.
      meta.segments()[0].mapping.force(0, SlotDescriptor.BLOCK);
    }
    renameData(directory.data(log));
    renameMeta(directory.meta(log));
    if (durably) {
      // Nor the header of this one in the directory of the session before.
      directory.sync();
    }
  }

  private void renameMeta(Path to) throws IOException {
    meta.file().rename(to);
    metaPath = to;
  }

  private void renameData(Path to) throws IOException {
    data.file().rename(to);
    dataPath = to;
  }

  /** Deletes it; its space is free then. */
  void delete() throws IOException {
    try (SpareLog closesLast = this) {
      storage.delete(metaPath);
      storage.delete(dataPath);
      assert closesLast == this;
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
