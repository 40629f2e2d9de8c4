package org.burstlog.log.read;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.log.format.DamagedLogException;
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
      HeaderReader.Search search = new HeaderReader(file, SlotDescriptor.META, path).search();
      return search.header() == null && (search.unwritten() || search.spare() != null);
    } catch (DamagedLogException e) {
      return false;
    }
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
