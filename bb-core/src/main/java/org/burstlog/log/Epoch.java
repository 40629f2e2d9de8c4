package org.burstlog.log;

import java.io.IOException;
import java.util.List;
import java.util.function.IntSupplier;
import org.burstlog.array.Array;
import org.burstlog.log.file.DataView;
import org.burstlog.log.format.EpochId;

/**
 * What one process has put between two seals. It does not change, so any number of readers may use
 * it at once, each by a {@linkplain #view view} of its own, until it is {@linkplain #release
 * released}.
 */
public final class Epoch {
  private final EpochId id;
  private final LogWriter log;
  private final long bytes;
  private int successor;

  /** Takes what is in a log, into which nobody puts until this is released. */
  Epoch(LogWriter log) {
    this.log = log;
    this.id = log.epoch();
    this.bytes = log.pendingBytes();
  }

  /**
   * Returns what tells it from others.
   *
   * @return its session and number
   */
  public EpochId id() {
    return id;
  }

  /**
   * Returns its records.
   *
   * @return the index, in put order
   */
  public RecordIndex records() {
    return log.index();
  }

  /**
   * Returns the arrays of its records.
   *
   * @return the arrays by the numbers that the index uses
   */
  public List<Array> arrays() {
    return log.arrays();
  }

  /**
   * Opens a view of its data.
   *
   * @return the view, at the positions that the index names, for one thread
   */
  public DataView view() {
    return log.view();
  }

  /**
   * Returns how much data it holds.
   *
   * @return bytes in the data log, alignment included
   */
  public long bytes() {
    return bytes;
  }

  LogWriter log() {
    return log;
  }

  /**
   * Returns which epoch the log takes records of next: the same when its release is tried again.
   */
  int successor(IntSupplier next) {
    if (successor == 0) {
      successor = next.getAsInt();
    }
    return successor;
  }

  /**
   * Gives the records up, whose data is proven in the target, so that their space is used again.
   *
   * @param next the epoch whose records the log takes from now on
   * @param drain number of the drain of all processes that brought them there; 0 where this process
   *     has done so alone
   * @param kept whether they may be kept for readers
   * @throws IOException when that cannot be written to the log; it may be tried again
   */
  void release(int next, long drain, boolean kept) throws IOException {
    log.reset(next, drain, kept);
  }

  @Override
  public String toString() {
    return id + ", " + log.index().size() + " records, " + bytes + " bytes";
  }
}
