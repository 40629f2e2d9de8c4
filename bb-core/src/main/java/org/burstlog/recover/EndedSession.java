package org.burstlog.recover;

import java.io.IOException;
import java.util.List;

/** A session that nobody writes any more, so that all that there will be of it is known. */
abstract sealed class EndedSession implements AttachedSession
    permits OrphanedSession, RetainedSession {
  private final TierSession found;
  private final EndedLanes lanes;

  EndedSession(TierSession found, EndedLanes lanes) {
    this.found = found;
    this.lanes = lanes;
  }

  final EndedLanes lanes() {
    return lanes;
  }

  /** Tells whether nothing of it counts any more, as this process has found out. */
  abstract boolean isLost();

  /** Takes over that another process has found that out. */
  abstract void lose();

  /**
   * Tells whether something could not be read because nothing of it counts any more.
   *
   * @param failure what went wrong
   */
  abstract boolean isLostBy(Throwable failure);

  @Override
  public final TierSession found() {
    return found;
  }

  @Override
  public final int layers() {
    return lanes.near().size();
  }

  @Override
  public final boolean isApart() {
    return lanes.isApart();
  }

  @Override
  public List<FarLane> far() {
    return lanes.far();
  }

  @Override
  public final EpochLanes served(int layer) {
    return lanes.served(layer);
  }

  @Override
  public final void catchUp() {
    // Nobody adds anything.
  }

  @Override
  public final void look() {
    // Nobody adds anything.
  }

  @Override
  public void close() throws IOException {
    lanes.close();
  }
}
