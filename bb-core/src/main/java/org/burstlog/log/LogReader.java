package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its two files alone: without the process that wrote it, its node, or its group.
 *
 * <p>A file that several processes shared has a lane for each; see {@link #lane}.
 */
public final class LogReader implements Closeable {
  /** Read at a time in search of a header. */
  private static final int SEARCHED = 1 << 20;

  private final Path path;
  private final StorageFile meta;
  private final StorageFile data;
  private final LogHeader first;
  private final long dataBlock;

  private LogReader(
      Path path, StorageFile meta, StorageFile data, LogHeader first, long dataBlock) {
    this.path = path;
    this.meta = meta;
    this.data = data;
    this.first = first;
    this.dataBlock = dataBlock;
  }

  /**
   * Opens a log.
   *
   * @param storage the door to the tier
   * @param path its metadata log; the data log is beside it
   * @return the reader
   * @throws DamagedLogException when no header can be trusted, or it is of a newer version
   * @throws IOException when a file cannot be opened or read
   */
  public static LogReader open(Storage storage, Path path) throws IOException {
    StorageFile meta = storage.open(path, false);
    StorageFile data = null;
    try {
      data = storage.open(dataPath(path), false);
      LogHeader first = first(meta, SlotDescriptor.META, path, /* mayBeUnopened= */ true);
      LogHeader ofData = first(data, SlotDescriptor.DATA, dataPath(path), false);
      if (ofData.session() != first.session() || ofData.lanes() != first.lanes()) {
        throw new DamagedLogException(
            path
                + " and "
                + dataPath(path)
                + " are not of the same session; restore the right pair",
            false);
      }
      return new LogReader(path, meta, data, first, ofData.blockSize());
    } catch (IOException | RuntimeException e) {
      try (StorageFile closesSecond = data;
          StorageFile closesFirst = meta) {
        assert closesFirst != closesSecond;
      }
      throw e;
    }
  }

  private static Path dataPath(Path meta) {
    String name = String.valueOf(meta.getFileName());
    if (!name.endsWith(LogFiles.META_SUFFIX)) {
      throw new IllegalArgumentException(
          meta + " is not a metadata log; its name would end in " + LogFiles.META_SUFFIX);
    }
    return meta.resolveSibling(
        name.substring(0, name.length() - LogFiles.META_SUFFIX.length()) + LogFiles.DATA_SUFFIX);
  }

  /**
   * Returns the header of the first lane, or else of another: they differ in lane, rank and epoch
   * only, and where they are is known when one of them is.
   */
  private static LogHeader first(StorageFile file, byte kind, Path path, boolean mayBeUnopened)
      throws IOException {
    LogHeader first = headerOfLane(file, kind, path, 0);
    if (first != null) {
      return first;
    }
    long size = file.size();
    boolean unwritten = mayBeUnopened && read(file, SlotDescriptor.BLOCK).getLong(0) == 0;
    int searched = (int) Math.min(SEARCHED, Math.max(size, SlotDescriptor.SLOT));
    ByteBuffer window = ByteBuffer.allocate(searched).order(ByteOrder.LITTLE_ENDIAN);
    for (long from = 0; from < size; from += searched) {
      int found = file.read(from, window.clear());
      for (int i = 0; i + Long.BYTES <= found; i += SlotDescriptor.SLOT) {
        long magic = window.getLong(i);
        unwritten &= magic == 0;
        if (magic == SlotDescriptor.MAGIC) {
          // The first slot of a block, or the second of one whose first is damaged.
          LogHeader header = headerOfLane(file, kind, path, from + i);
          if (header == null && from + i > 0) {
            header = headerOfLane(file, kind, path, from + i - SlotDescriptor.SLOT);
          }
          if (header != null) {
            return header;
          }
        }
      }
    }
    throw new DamagedLogException(
        path
            + (unwritten
                ? ": its header was never written; the process died while it opened the log, before"
                    + " any put"
                : ": no header slot is whole; the file is damaged"),
        unwritten);
  }

  /** Returns a header if it belongs where it is. */
  private static @Nullable LogHeader headerOfLane(StorageFile file, byte kind, Path path, long at)
      throws IOException {
    LogHeader header = header(file, kind, path, at);
    return header != null && header.lane() * header.blockSize() == at ? header : null;
  }

  /** Returns what the valid slot with the larger epoch says, null when none is valid. */
  private static @Nullable LogHeader header(StorageFile file, byte kind, Path path, long at)
      throws IOException {
    Slot counts = counting(file, kind, path, at);
    if (counts != null && counts.spare) {
      throw new DamagedLogException(
          path
              + ": it is a spare log, of no session; the process died while it opened the log, before"
              + " any put, or after all was drained",
          true);
    }
    return counts == null ? null : counts.header;
  }

  private static @Nullable Slot counting(StorageFile file, byte kind, Path path, long at)
      throws IOException {
    Slot even = slot(file, kind, path, at);
    Slot odd = slot(file, kind, path, at + SlotDescriptor.SLOT);
    return even == null || (odd != null && odd.epoch() > even.epoch()) ? odd : even;
  }

  /** What a whole slot says. */
  private record Slot(LogHeader header, boolean spare) {
    int epoch() {
      return header.epoch();
    }
  }

  private static boolean unopened(StorageFile file, long at) throws IOException {
    return SlotDescriptor.unwritten(read(file, at))
        && SlotDescriptor.unwritten(read(file, at + SlotDescriptor.SLOT));
  }

  private static ByteBuffer read(StorageFile file, long at) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN);
    int found = file.read(at, bytes);
    assert found >= 0;
    return bytes.clear();
  }

  private static @Nullable Slot slot(StorageFile file, byte kind, Path path, long at)
      throws IOException {
    ByteBuffer bytes = read(file, at);
    if (!SlotDescriptor.valid(bytes)) {
      return null;
    }
    short version = bytes.getShort(SlotDescriptor.VERSION_AT);
    if (version != SlotDescriptor.VERSION) {
      throw new DamagedLogException(
          path
              + " is of log format version "
              + version
              + ", this Burstlog reads version "
              + SlotDescriptor.VERSION
              + "; use the Burstlog that wrote it, or a newer one",
          false);
    }
    byte found = bytes.get(SlotDescriptor.KIND_AT);
    boolean spare = kind == SlotDescriptor.META && found == SlotDescriptor.SPARE;
    if (found != kind && !spare) {
      throw new DamagedLogException(
          path + " is the other file of a log; metadata and data logs have been exchanged", false);
    }
    try {
      return new Slot(SlotDescriptor.decode(bytes), spare);
    } catch (IllegalArgumentException e) {
      throw new DamagedLogException(path + ": its header cannot be: " + e.getMessage(), false);
    }
  }

  /**
   * Returns what the log says of itself, by the header of its first lane.
   *
   * @return the header
   */
  public LogHeader header() {
    return first;
  }

  /**
   * Returns how many processes wrote the log.
   *
   * @return the number of lanes
   */
  public int lanes() {
    return first.lanes();
  }

  /**
   * Opens a lane.
   *
   * <p>A lane that its process never opened, because it died before, has no records; the rank in
   * its header is -1. So it is with one that is still spare.
   *
   * @param index which, from 0
   * @return a reader of its records
   * @throws DamagedLogException when its header cannot be trusted
   * @throws IOException when it cannot be read
   */
  public LaneReader lane(int index) throws IOException {
    Lane metaLane = new Lane(index, first.lanes(), first.blockSize());
    Lane dataLane = new Lane(index, first.lanes(), dataBlock);
    long at = metaLane.inFile(0);
    Slot slot = counting(meta, SlotDescriptor.META, path, at);
    if (slot == null && !unopened(meta, at)) {
      throw new DamagedLogException(
          path + ": no header slot of lane " + index + " is whole; the file is damaged", false);
    }
    LogHeader header = slot == null ? first.ofUnopened(index) : slot.header;
    if (slot != null && slot.spare) {
      // What is left in it of earlier epochs was drained, also when it is of this very session.
      header = first.ofUnopened(index).withEpoch(slot.epoch());
    }
    if (header.session() != first.session()
        || header.lanes() != first.lanes()
        || header.lane() != index
        || header.blockSize() != first.blockSize()) {
      throw new DamagedLogException(
          path + ": lane " + index + " holds the header of another; the file is damaged", false);
    }
    return new LaneReader(header, new LaneInput(meta, metaLane), data, dataLane);
  }

  @Override
  public void close() throws IOException {
    try (StorageFile closesSecond = data;
        StorageFile closesFirst = meta) {
      assert closesFirst != closesSecond;
    }
  }
}
