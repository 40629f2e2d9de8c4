package org.burstlog.log.read;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.FileDataView;
import org.burstlog.log.file.PartsView;
import org.burstlog.log.format.Lane;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** The data of a lane, in the log's own file and in those on other tiers where it went on. */
final class LaneData {
  private final StorageFile own;
  private final Lane lane;
  private final @Nullable Elsewhere elsewhere;
  private Part[] parts;

  /** Changes when what was read may not be all that is there any more. */
  private long looks;

  /** Opens files on other tiers. */
  @FunctionalInterface
  interface Elsewhere {
    /** Opens one, which is closed with the log. */
    StorageFile open(Path path) throws IOException;
  }

  /** Data from a position on. */
  private final class Part implements PartsView.Part {
    private final long start;
    private final long base;
    private final StorageFile in;
    private final Lane part;
    private final long length;

    /** Why its file cannot be read; null where it can. */
    private final @Nullable IOException failure;

    Part(long start, long base, StorageFile in, Lane part, @Nullable IOException failure)
        throws IOException {
      this.start = start;
      this.base = base;
      this.in = in;
      this.part = part;
      this.failure = failure;
      this.length = part.length(in.size());
    }

    Part again() throws IOException {
      return new Part(start, base, in, part, failure);
    }

    @Override
    public long start() {
      return start;
    }

    @Override
    public long base() {
      return base;
    }

    @Override
    public Object file() {
      return in;
    }

    @Override
    public DataView view() {
      return new FileDataView(in, part, () -> looks);
    }
  }

  /**
   * Data that is in the log's own file so far.
   *
   * @param elsewhere opens other files; null where all data is in the log's own, whatever entries
   *     say
   */
  LaneData(StorageFile own, Lane lane, @Nullable Elsewhere elsewhere) throws IOException {
    this.own = own;
    this.lane = lane;
    this.elsewhere = elsewhere;
    this.parts = new Part[] {new Part(0, 0, own, lane, null)};
  }

  /** Opens a view of it. */
  DataView view() {
    return new PartsView(() -> parts);
  }

  /**
   * Takes in where data goes on. That it cannot be read matters to puts whose data is there.
   *
   * @param path what an entry says, empty for the log's own file
   * @throws IllegalArgumentException when that cannot be
   */
  void goOn(long from, long base, String path) throws IOException {
    if (elsewhere == null) {
      return;
    }
    if (from < parts[parts.length - 1].start || base < 0) {
      throw new IllegalArgumentException("data goes on at " + from + ", which lies before its end");
    }
    Part[] more = Arrays.copyOf(parts, parts.length + 1);
    more[parts.length] = part(from, base, path, elsewhere);
    parts = more;
  }

  private Part part(long from, long base, String path, Elsewhere elsewhere) throws IOException {
    if (path.isEmpty()) {
      return new Part(from, base, own, lane, null);
    }
    try {
      return new Part(from, base, opened(path, elsewhere), Lane.SOLE, null);
    } catch (IOException e) {
      return new Part(from, base, own, lane, e);
    }
  }

  private static StorageFile opened(String path, Elsewhere elsewhere) throws IOException {
    try {
      Path file = Path.of(path);
      if (file.isAbsolute()) {
        return elsewhere.open(file);
      }
    } catch (InvalidPathException e) {
      // told below
    }
    throw new IOException("no file can be called " + path);
  }

  private Part partOf(long position) {
    int which = parts.length - 1;
    while (which > 0 && position < parts[which].start) {
      which--;
    }
    return parts[which];
  }

  /** Says why the data of a position cannot be read; nothing where it can. */
  String missing(long position) {
    IOException failure = partOf(position).failure;
    return failure == null
        ? ""
        : "data at "
            + position
            + " is in a file on another tier that cannot be read: "
            + BurstlogException.reason(failure);
  }

  /** Makes sure that the file of a position can be read. */
  void requireFile(long position) throws IOException {
    IOException failure = partOf(position).failure;
    if (failure != null) {
      throw failure;
    }
  }

  /** Forgets where data went on, as another generation begins. */
  void beginAnew() {
    parts = new Part[] {parts[0]};
  }

  /** Forgets what was read. */
  void lookAgain() throws IOException {
    Part[] again = new Part[parts.length];
    for (int i = 0; i < again.length; i++) {
      again[i] = parts[i].again();
    }
    parts = again;
    looks++;
  }

  /** Returns up to which position there is data in the file of a position. */
  long endAt(long position) {
    Part part = partOf(position);
    return part.length - part.base + part.start;
  }
}
