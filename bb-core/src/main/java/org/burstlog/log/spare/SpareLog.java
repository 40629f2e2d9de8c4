package org.burstlog.log.spare;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.file.WarmFile;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogName;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.Storage;

/**
 * A log whose session has ended well and which its process keeps, mapped as it was, for a session
 * to come: no file is made, no zeros are written and no page faults are taken again.
 *
 * <p>It is empty, and its metadata log says that it belongs to nobody. What is left in it of the
 * session before carries that session's id and can never be taken for anything of the next one.
 *
 * <p>Of a log of a node each process keeps its lane, and the first of them the files' names. It is
 * used again only when all of them have it, so whoever gives it up may cut it off for all.
 */
public final class SpareLog implements Closeable {
  /**
   * What a log must have in common with a spare one to take its place.
   *
   * @param access why it is mapped
   * @param meta which part it is of its metadata file
   * @param data which part it is of its data file
   */
  public record Shape(LogOptions.Access access, Lane meta, Lane data) {
    /** Tells whether the files are those of one process. */
    boolean sole() {
      return meta.lanes() == 1;
    }

    /** Tells whether this process gives the files their names. */
    boolean names() {
      return meta.index() == 0;
    }
  }

  private final Storage storage;
  private final Path own;
  private final Shape shape;
  private final long origin;
  private final WarmFile meta;
  private final WarmFile data;
  private final int generation;
  private Path metaPath;
  private Path dataPath;

  /**
   * A log that has just become spare, and still lies where it was.
   *
   * @param directory of the session it belonged to
   * @param log its name there
   * @param shape what it is good for
   * @param session the id of that session
   * @param generation the generation that its next session begins with
   * @param meta its metadata
   * @param data its data
   */
  public SpareLog(
      SessionDirectory directory,
      String log,
      Shape shape,
      long session,
      int generation,
      WarmFile meta,
      WarmFile data) {
    this.storage = directory.storage();
    this.own = directory.own();
    this.shape = shape;
    this.origin = session + LogName.place(log);
    this.meta = meta;
    this.data = data;
    this.generation = generation;
    this.metaPath = directory.meta(log);
    this.dataPath = directory.data(log);
  }

  Shape shape() {
    return shape;
  }

  public WarmFile meta() {
    return meta;
  }

  public WarmFile data() {
    return data;
  }

  public int generation() {
    return generation;
  }

  /**
   * Returns what tells it from other spare logs of this process: by the id of the session that it
   * belonged to, and its place there. The same for all that share it.
   */
  public long origin() {
    return origin;
  }

  /** Returns what it takes of the tier for this process. */
  long bytes() {
    return meta.bytes() + data.bytes();
  }

  /** Tells whether it is on the tier of a session, and of the same user. */
  boolean beside(SessionDirectory directory) {
    return storage.equals(directory.storage()) && own.equals(directory.own());
  }

  /** Cuts its data off, so that both files take no more than a limit; false when that cannot be. */
  boolean trim(long most) throws IOException {
    if (bytes() > most && shape.sole()) {
      data.trim(most - meta.bytes());
    }
    return data.bytes() > 0 && bytes() <= most;
  }

  /** Takes its files out of a session's directory. */
  void leaveFor(Path directory, String name) throws IOException {
    // The metadata last: it says that the log belongs to nobody, which data alone could not.
    renameData(directory.resolve(name + LogName.DATA_SUFFIX));
    renameMeta(directory.resolve(name + LogName.META_SUFFIX));
  }

  /** Makes durable that it belongs to nobody. */
  void force() throws IOException {
    meta.segments()[0].mapping.force(0, SlotDescriptor.BLOCK);
  }

  /**
   * Puts its files where the log of a session lies.
   *
   * @param durably whether a power loss must not show the header of this session in the directory
   *     of the one before; nor the other way round, if it was {@link #force}d
   */
  public void join(SessionDirectory directory, String log, boolean durably) throws IOException {
    renameMeta(directory.meta(log));
    renameData(directory.data(log));
    if (durably) {
      directory.sync();
    }
  }

  /** Takes note that another process has put the files where the log of a session lies. */
  public void joined(SessionDirectory directory, String log) {
    metaPath = directory.meta(log);
    dataPath = directory.data(log);
    meta.file().renamed(metaPath);
    data.file().renamed(dataPath);
  }

  private void renameMeta(Path to) throws IOException {
    meta.file().rename(to);
    metaPath = to;
  }

  private void renameData(Path to) throws IOException {
    data.file().rename(to);
    dataPath = to;
  }

  /** Deletes it; its space is free then, also when others still have their parts of it. */
  public void delete() throws IOException {
    try (SpareLog closesLast = this) {
      if (!shape.sole()) {
        data.file().truncate(0);
        meta.file().truncate(0);
      }
      if (shape.names()) {
        storage.delete(dataPath);
        storage.delete(metaPath);
      }
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
