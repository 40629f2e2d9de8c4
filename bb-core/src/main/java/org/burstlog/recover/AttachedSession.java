package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;

/**
 * A session whose records a reader sees as if they were in the target. For one thread at a time.
 */
sealed interface AttachedSession extends Closeable
    permits LiveSession, OrphanedSession, RetainedSession {
  /** What was found of it, when it was looked at last. */
  TierSession found();

  /**
   * Writes into memory what the session has of a region, and leaves the rest of the memory as it
   * is.
   *
   * @param footprint of the region
   * @return as {@link org.burstlog.plan.PendingReader#read}
   */
  long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException;

  /** Tells whether the logs still hold what was read of them since this was asked last. */
  boolean isStill() throws IOException;

  /**
   * Takes in what was put since into the logs that are known; {@link #isStill} then tells whether
   * they were what they had been.
   */
  void catchUp() throws IOException;

  /** Takes in what was put since. */
  void look() throws IOException;

  /** Returns the first byte of the target behind all that the session has. */
  long end();
}
