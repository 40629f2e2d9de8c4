package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainProgress;
import org.burstlog.drain.DrainReport;
import org.burstlog.stats.DrainReason;

/** What becomes of puts: a log has them first, or the target at once. */
sealed interface Puts permits LoggedPuts, StraightPuts {
  /** Returns the number by which an array is put from now on. */
  int define(Array array) throws IOException;

  /** Puts; when it returns, the put is kept as the durability says. */
  void put(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException;

  /**
   * Puts, if that waits for no drain and goes to a log.
   *
   * @return false when it would wait, and nothing was put
   */
  boolean offer(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException;

  /** Tells whether {@link #offer} of so many bytes would probably put nothing. */
  boolean wouldStall(long bytes);

  /** Tells whether the log that takes puts will probably take so many bytes more. */
  boolean hasRoom(long bytes);

  /** Tells whether so many bytes would probably find the log full. */
  boolean isLimitNear(long bytes);

  /** Refuses while puts are not taken. */
  void checkTaking() throws BurstlogException;

  /**
   * Writes into memory what is pending of a region, and returns how much of it is certain, see
   * {@link BufferedArray#readPending}.
   */
  long readPending(Array array, Region region, Object into, long offset) throws IOException;

  /** Moves what is pending to the target. Collective. */
  DrainReport drain(DrainReason reason) throws IOException;

  /**
   * Waits until one more epoch can be sealed, and tells whether nothing stands in the way of that
   * here. Not collective.
   */
  boolean isWhole();

  /**
   * Hands what was put so far over to a drain that the program does not wait for, or drains where
   * that cannot be. Collective.
   *
   * @param whole whether {@link #isWhole} in every process
   * @return true when all is in the target
   */
  boolean handOver(DrainReason reason, boolean whole) throws IOException;

  /** Tells whether a drain is under way that was handed over. */
  boolean isDraining();

  /** Waits until all that was handed over is in the target. Not collective. */
  void awaitDrained() throws IOException;

  /** Waits until what any process has handed over of a region is in the target. Not collective. */
  void awaitVisible(Array array, Region region) throws IOException;

  /** Tells how far what was handed over has come. */
  DrainProgress progress();

  /** Leaves a number for those who read the target meanwhile. Not collective. */
  void mark(long mark);

  /** Has somebody told of what is handed over from now on. */
  void listen(DrainListener listener);

  /** Says that the program waits for none of this any more: no wait is counted as its own. */
  void detach();

  /** Waits until no drain is under way, however it ends. */
  void settleDrains();

  /** Forgets what is pending. Collective. */
  void discard() throws IOException;

  long pendingBytes();

  /** Tells whether a drain has something to do for this process. */
  boolean awaitsDrain();

  /** Counts what takes pending records away. */
  long moves();

  /** Closes the log and leaves it on the tier. Collective. */
  void keep() throws IOException;

  /**
   * Removes the log, whose data is in the target, as far as that goes before all processes meet,
   * which the caller has them do before {@link #remove}.
   */
  void letGo() throws IOException;

  /** Removes the log, whose data is in the target. Collective. */
  void remove() throws IOException;

  /**
   * As {@link #remove}, but what the last drain has moved stays in the logs, where that is wanted
   * and they still have it. Collective.
   */
  default void retain() throws IOException {
    remove();
  }

  /** Says that something is written to the target that was not put, or not by a drain. */
  default void spoil() {
    // Nothing is retained.
  }
}
