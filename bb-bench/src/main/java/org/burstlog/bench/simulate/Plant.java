package org.burstlog.bench.simulate;

/** A bug put into a trial on purpose, to see that trials find it. */
enum Plant {
  /** None. */
  NOTHING,
  /** A log is released when its drain begins, and not when its data is proven. */
  RELEASE_BEFORE_PROOF,
  /** One window is not written, and nobody is told. */
  LOST_WINDOW,
  /** A recovery replays epochs that were released, once all others are in the target. */
  REPLAYED_TWICE
}
