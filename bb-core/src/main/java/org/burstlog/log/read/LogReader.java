package org.burstlog.log.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.format.SessionName;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.Tally;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its two files alone: without the process that wrote it, its node, or its group.
 *
 * <p>A file that several processes shared has a lane for each; see {@link #lane}. The two files
 * must belong together: the header of each lane of the data log repeats what that of the metadata
 * log says, and its {@link TallyDescriptor tally} tells whether anything was put.
 */
public final class LogReader implements Closeable {
  private final Storage storage;
  private final Path path;

  /** What is open on other tiers. */
  private final Map<Path, StorageFile> elsewhere = new HashMap<>();

  private final StorageFile meta;
  private final StorageFile data;
  private final HeaderReader metaHeaders;
  private final HeaderReader dataHeaders;
  private final LogHeader first;
  private final long dataBlock;

  private LogReader(Storage storage, Path path, StorageFile meta, StorageFile data)
      throws IOException {
    this.storage = storage;
    this.path = path;
    this.meta = meta;
    this.data = data;
    this.metaHeaders = new HeaderReader(meta, SlotDescriptor.META, path);
    this.dataHeaders = new HeaderReader(data, SlotDescriptor.DATA, dataPath(path));
    this.first = first();
    LogHeader ofData = dataHeaders.search().header();
    if (ofData == null) {
      throw new DamagedLogException(
          dataPath(path) + ": no header slot is whole; the file is damaged", false);
    }
    if (ofData.lanes() != first.lanes()) {
      throw noPair();
    }
    this.dataBlock = ofData.blockSize();
    // By the same lane: in a log that is being taken over, others may be of the session before.
    long same = new Lane(first.lane(), first.lanes(), dataBlock).inFile(0);
    HeaderReader.Slot partner = dataHeaders.counting(same);
    LogHeader found = partner == null ? ofData : partner.header();
    if (!found.withLane(first.lane(), first.rank()).like(first).equals(first)) {
      throw noPair();
    }
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
      return new LogReader(storage, path, meta, data);
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
    if (!name.endsWith(LogName.META_SUFFIX)) {
      throw new IllegalArgumentException(
          meta + " is not a metadata log; its name would end in " + LogName.META_SUFFIX);
    }
    return meta.resolveSibling(
        name.substring(0, name.length() - LogName.META_SUFFIX.length()) + LogName.DATA_SUFFIX);
  }

  /** Returns the header of a lane that has one of a session. */
  private LogHeader first() throws IOException {
    HeaderReader.Search search = metaHeaders.search();
    LogHeader found = search.header();
    if (found != null) {
      return found;
    }
    LogHeader spare = search.spare();
    String held = new DataHoldings(data, dataHeaders).since(spare);
    if (!held.isEmpty()) {
      throw spare == null && !search.unwritten() ? noHeader("") : lost(held);
    }
    throw new DamagedLogException(
        path
            + (spare == null
                ? ": its header was never written whole; the process died while it opened the log,"
                    + " before any put"
                : ": it is a spare log, of no session; the process died while it opened the log,"
                    + " before any put, or after all was drained"),
        true);
  }

  private DamagedLogException noHeader(String where) {
    return new DamagedLogException(
        path + ": no header slot" + where + " is whole; the file is damaged", false);
  }

  private DamagedLogException lost(String held) {
    return new DamagedLogException(
        path
            + " says that nothing was put, and its data log "
            + held
            + "; the metadata log is damaged",
        false);
  }

  private DamagedLogException noPair() {
    return new DamagedLogException(
        path
            + " and "
            + dataPath(path)
            + " are not of the same session and process; restore the right pair",
        false);
  }

  /**
   * Tells whether the header of a data log belongs to that of a metadata log. A power loss while
   * the first generation is begun may leave the metadata log only the slot of that before it.
   */
  private static boolean isPartner(LogHeader meta, LogHeader data) {
    return data.generation() <= Math.max(1, meta.generation()) && data.like(meta).equals(meta);
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
    HeaderReader.Slot slot = metaHeaders.counting(metaLane.inFile(0));
    LogHeader header = slot == null ? first.ofUnopened(index) : slot.header();
    if (slot == null || slot.spare()) {
      LogHeader spare = slot == null ? null : slot.header();
      String held = new DataHoldings(data, dataHeaders).ofLane(dataLane, spare);
      if (!held.isEmpty()) {
        throw spare == null && !metaHeaders.unopened(metaLane.inFile(0))
            ? noHeader(" of lane " + index)
            : lost(held);
      }
      // What is left in it of earlier generations was drained, also when it is of this very
      // session.
      header = first.ofUnopened(index).withGeneration(header.generation());
    } else {
      checkPlace(header, index);
      checkPartner(header, dataLane);
    }
    Tally tally = dataHeaders.tally(dataLane.inFile(0));
    return new LaneReader(header, new LaneInput(meta, metaLane), data(dataLane), tally);
  }

  /**
   * Opens what a lane has kept of a generation that was drained, which may be its last.
   *
   * @param index which lane
   * @param generation the generation
   * @param entries where its entries begin
   * @return a reader of its records, to be read by {@link LaneReader#nextWritten}; null when the
   *     lane cannot have them
   * @throws DamagedLogException when its header cannot be trusted
   * @throws IOException when it cannot be read
   */
  public @Nullable LaneReader drained(int index, int generation, long entries) throws IOException {
    Lane metaLane = new Lane(index, first.lanes(), first.blockSize());
    Lane dataLane = new Lane(index, first.lanes(), dataBlock);
    HeaderReader.Slot slot = metaHeaders.counting(metaLane.inFile(0));
    if (slot == null || slot.spare() || slot.generation() < generation) {
      return null;
    }
    checkPlace(slot.header(), index);
    LogHeader header = slot.header().withGeneration(generation);
    // The tally tells of a generation behind it.
    return new LaneReader(header, new LaneInput(meta, metaLane), data(dataLane), Tally.NONE)
        .from(entries);
  }

  /**
   * Tells whether a lane still holds what it held when its header was read. A log that was drained
   * meanwhile begins anew, or belongs to another session.
   *
   * @param header the header of the lane
   * @return false when what is read of the lane now may be something else
   * @throws IOException when it cannot be read
   */
  public boolean isStill(LogHeader header) throws IOException {
    long at = new Lane(header.lane(), first.lanes(), first.blockSize()).inFile(0);
    HeaderReader.Slot slot = metaHeaders.counting(at);
    return slot != null && !slot.spare() && slot.header().equals(header);
  }

  /**
   * Returns the number that the process of a lane has left for those who read the target meanwhile.
   *
   * @param lane which lane, from 0; one that its process has opened
   * @return the number as it is now; 0 when there is none
   * @throws IOException when it cannot be read
   */
  public long mark(int lane) throws IOException {
    return dataHeaders.mark(new Lane(lane, first.lanes(), dataBlock).inFile(0));
  }

  private void checkPlace(LogHeader header, int index) throws DamagedLogException {
    if (header.session() != first.session()
        || header.lanes() != first.lanes()
        || header.lane() != index
        || header.blockSize() != first.blockSize()) {
      throw new DamagedLogException(
          path + ": lane " + index + " holds the header of another; the file is damaged", false);
    }
  }

  private void checkPartner(LogHeader header, Lane dataLane) throws IOException {
    HeaderReader.@Nullable Slot partner = dataHeaders.counting(dataLane.inFile(0));
    if (partner == null) {
      throw new DamagedLogException(
          dataPath(path)
              + ": no header slot of lane "
              + header.lane()
              + " is whole; the file is damaged",
          false);
    }
    if (partner.header().blockSize() != dataBlock || !isPartner(header, partner.header())) {
      throw noPair();
    }
  }

  private LaneData data(Lane lane) throws IOException {
    Path session = path.getParent();
    boolean copied =
        session != null && SessionName.parse(session).filter(SessionName::isCopy).isPresent();
    return new LaneData(data, lane, copied ? null : this::openElsewhere);
  }

  private StorageFile openElsewhere(Path file) throws IOException {
    StorageFile known = elsewhere.get(file);
    if (known == null) {
      known = storage.open(file, false);
      elsewhere.put(file, known);
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    for (StorageFile file : elsewhere.values()) {
      try {
        file.close();
      } catch (IOException e) {
        // It was only read, so nothing is lost.
      }
    }
    try (StorageFile closesSecond = data;
        StorageFile closesFirst = meta) {
      assert closesFirst != closesSecond;
    }
  }
}
