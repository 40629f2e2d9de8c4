package org.burstlog.log.read;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * One file of a log whose other file is gone. A process makes the metadata log first and removes it
 * last, when it says that it holds nothing; so some are left by processes that were killed, and the
 * others are damaged.
 */
public final class HalfLog {
  private HalfLog() {}

  /**
   * Tells whether a metadata log without a data log says that nothing was put.
   *
   * @param storage the door to the tier
   * @param path the metadata log
   * @return false when the data log is missed
   * @throws IOException when it cannot be read
   */
  public static boolean metaIsEmpty(Storage storage, Path path) throws IOException {
    try (StorageFile file = storage.open(path, false)) {
      HeaderReader headers = new HeaderReader(file, SlotDescriptor.META, path);
      HeaderReader.Search search = headers.search();
      LogHeader header = search.header();
      return header == null
          ? search.unwritten() || search.spare() != null
          : !hasEntry(file, headers, header);
    } catch (DamagedLogException e) {
      return false;
    }
  }

  /**
   * Tells whether anything was put since the log was opened or emptied. Power may go before the
   * names of both files are durable, or when only one of them is deleted.
   */
  private static boolean hasEntry(StorageFile meta, HeaderReader headers, LogHeader header)
      throws IOException {
    for (int i = 0; i < header.lanes(); i++) {
      Lane lane = new Lane(i, header.lanes(), header.blockSize());
      HeaderReader.Slot slot = headers.counting(lane.inFile(0));
      if (slot != null && hasEntry(new LaneInput(meta, lane), slot.header())) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasEntry(LaneInput lane, LogHeader header) throws IOException {
    long at = lane.find(SlotDescriptor.BLOCK, header.session());
    while (at < lane.length() && isEarlier(lane, at, header)) {
      at = lane.find(at + Long.BYTES, header.session());
    }
    return at < lane.length();
  }

  private static boolean isEarlier(LaneInput lane, long at, LogHeader header) throws IOException {
    return lane.look(at) >= EntryDescriptor.BODY_AT
        && lane.getInt(at + EntryDescriptor.GENERATION_AT) < header.generation();
  }

  /**
   * Tells whether a data log without a metadata log holds nothing.
   *
   * @param storage the door to the tier
   * @param path the data log
   * @return false when the metadata log is missed
   * @throws IOException when it cannot be read
   */
  public static boolean dataIsEmpty(Storage storage, Path path) throws IOException {
    try (StorageFile file = storage.open(path, false)) {
      HeaderReader headers = new HeaderReader(file, SlotDescriptor.DATA, path);
      return new DataHoldings(file, headers).since(null).isEmpty();
    } catch (DamagedLogException e) {
      return false;
    }
  }
}
