package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;

/**
 * A session whose records a reader sees as if they were in the target. For one thread at a time.
 */
sealed interface AttachedSession extends Closeable permits LiveSession, EndedSession {
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

  /** Has all processes know which lanes there are now. Collective. */
  default void share() throws IOException {
    // Of most sessions that does not change.
  }

  /** Returns how many layers there are, of which each lies over those before it. */
  int layers();

  /** As above, of one layer, into memory that knows what of it is filled. */
  void read(int layer, Footprint footprint, RegionFill into) throws IOException;

  /** Tells whether any process reads something that others cannot; the same in all of them. */
  boolean isApart();

  /**
   * Tells which layers count for some bytes.
   *
   * @return the first of them, the same in every process
   */
  default int uncovered(Footprint footprint) {
    return 0;
  }

  /** Returns the lanes that this process cannot read and another one can. */
  List<FarLane> far();

  /** Returns the lanes of a layer that this process reads for those that cannot. */
  ServedLanes served(int layer);

  /** Tells whether the target has all that the session has. */
  default boolean isInTarget() {
    return false;
  }

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
