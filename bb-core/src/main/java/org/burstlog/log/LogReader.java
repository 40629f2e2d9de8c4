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
      LogHeader first = header(meta, SlotDescriptor.META, path, 0);
      LogHeader ofData = header(data, SlotDescriptor.DATA, dataPath(path), 0);
      if (ofData.session() != first.session() || ofData.lanes() != first.lanes()) {
        throw new DamagedLogException(
            path
                + " and "
                + dataPath(path)
                + " are not of the same session; restore the right pair");
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

  /** Returns what the valid slot with the larger epoch says. */
  static LogHeader header(StorageFile file, byte kind, Path path, long at) throws IOException {
    LogHeader best = null;
    for (int slot = 0; slot < 2; slot++) {
      LogHeader header = slot(file, kind, path, at + (long) slot * SlotDescriptor.SLOT);
      if (header != null && (best == null || header.epoch() > best.epoch())) {
        best = header;
      }
    }
    if (best == null) {
      throw new DamagedLogException(
          path
              + ": no header slot is whole at "
              + at
              + "; the process died while it opened the log, before any put, or the file is damaged");
    }
    return best;
  }

  private static @Nullable LogHeader slot(StorageFile file, byte kind, Path path, long at)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN);
    file.read(at, bytes);
    bytes.clear();
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
              + "; use the Burstlog that wrote it, or a newer one");
    }
    if (bytes.get(SlotDescriptor.KIND_AT) != kind) {
      throw new DamagedLogException(
          path + " is the other file of a log; metadata and data logs have been exchanged");
    }
    return SlotDescriptor.decode(bytes);
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
   * @param index which, from 0
   * @return a reader of its records
   * @throws DamagedLogException when its header cannot be trusted
   * @throws IOException when it cannot be read
   */
  public LaneReader lane(int index) throws IOException {
    Lane metaLane = new Lane(index, first.lanes(), first.blockSize());
    LogHeader header = header(meta, SlotDescriptor.META, path, metaLane.inFile(0));
    if (header.session() != first.session() || header.lane() != index) {
      throw new DamagedLogException(path + ": lane " + index + " holds the header of another");
    }
    Lane dataLane = new Lane(index, first.lanes(), dataBlock);
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
