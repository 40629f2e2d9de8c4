package org.burstlog.stats;

import java.util.Locale;

/** Why records were moved to the target. */
public enum DrainReason {
  /** The application flushed. */
  FLUSH,
  /** The application synchronised, so that others see what was put. */
  SYNC,
  /** Requests to put were completed together. */
  WAIT,
  /** Definitions were about to change, and data perhaps to move. */
  REDEFINE,
  /** The file was closed. */
  CLOSE,
  /** The log was full, and all processes were there to drain. */
  FULL,
  /** The log was full, and this process moved its own records alone. */
  FULL_ALONE,
  /** Something was filled that records were pending for. */
  FILL,
  /** A collective get, with {@code read=drain}. */
  READ;

  /** Tells whether all processes make such a drain together. */
  boolean isCollective() {
    return this != FULL_ALONE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
