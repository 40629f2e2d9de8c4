package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.group.Ending;
import org.burstlog.log.file.DataView;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * Logs that nobody writes any more, open for reading. Those used last stay open: a session may have
 * more logs than a process may have files.
 */
final class OpenLogs implements Closeable {
  private static final int MOST = 64;

  private final Storage storage;
  private final Opening opening;
  private final Map<Path, Open> open =
      new LinkedHashMap<>(2 * MOST, 0.75f, /* accessOrder= */ true);

  /** Opens a lane of a log, or one of several parts of it, by a number. */
  @FunctionalInterface
  interface Opening {
    LaneReader open(Path meta, LogReader log, int part) throws IOException;
  }

  OpenLogs(Storage storage, Opening opening) {
    this.storage = storage;
    this.opening = opening;
  }

  private final class Open {
    final Path meta;
    final LogReader log;
    final Map<Integer, LaneReader> parts = new LinkedHashMap<>();
    boolean closed;

    Open(Path meta, LogReader log) {
      this.meta = meta;
      this.log = log;
    }

    LaneReader part(int number) throws IOException {
      LaneReader known = parts.get(number);
      if (known == null) {
        known = opening.open(meta, log, number);
        parts.put(number, known);
      }
      return known;
    }
  }

  /** Opens a part of a log to read its records from the first one on. */
  LaneReader records(Path meta, int part) throws IOException {
    Open log = get(meta);
    log.parts.remove(part);
    return log.part(part);
  }

  /** Returns a view of the data of a part, which opens its log again where that is needed. */
  DataView view(Path meta, int part) {
    return new View(meta, part);
  }

  private Open get(Path meta) throws IOException {
    Open known = open.get(meta);
    if (known != null) {
      return known;
    }
    Open opened;
    try {
      opened = new Open(meta, LogReader.open(storage, meta));
    } catch (NoSuchFileException e) {
      throw new BurstlogException(
          meta
              + " is gone: somebody has recovered or discarded its session while it was read; open"
              + " the file again",
          e);
    }
    open.put(meta, opened);
    if (open.size() > MOST) {
      Iterator<Open> oldest = open.values().iterator();
      Open given = oldest.next();
      oldest.remove();
      given.closed = true;
      given.log.close();
    }
    return opened;
  }

  private final class View implements DataView {
    private final Path meta;
    private final int part;
    private @Nullable Open from;
    private @Nullable DataView view;

    View(Path meta, int part) {
      this.meta = meta;
      this.part = part;
    }

    @Override
    public int seek(long position, int wanted) throws IOException {
      DataView current = view;
      Open log = from;
      if (current == null || log == null || log.closed) {
        log = get(meta);
        current = log.part(part).view();
        from = log;
        view = current;
      }
      return current.seek(position, wanted);
    }

    private DataView sought() {
      DataView current = view;
      if (current == null) {
        throw new IllegalStateException("seek first");
      }
      return current;
    }

    @Override
    public ByteBuffer buffer() {
      return sought().buffer();
    }

    @Override
    public int index() {
      return sought().index();
    }
  }

  @Override
  public void close() throws IOException {
    Ending ending = new Ending();
    for (Open each : open.values()) {
      each.closed = true;
      ending.run(each.log::close);
    }
    open.clear();
    ending.finish();
  }
}
