package org.burstlog.bench.strategy;

import java.util.Locale;

/** What a run spends its time on. */
public enum Phase {
  /** Creating and defining files, without logs. */
  CREATE(true),
  /** Making logs. */
  LOGS(true),
  /** The calls that put. */
  PUT(true),
  /** The calls that get. */
  GET(true),
  /** Bringing what was put to the target, and syncing that. */
  FLUSH(true),
  /** Part of the flush: reading what was logged; with it bringing it into the file's byte order. */
  FLUSH_READ(false),
  /** Part of the flush: bringing it into the file's byte order, where that is done by itself. */
  FLUSH_SWAP(false),
  /** Part of the flush: writing to the target. */
  FLUSH_WRITE(false),
  /** Part of the flush: syncing the target, waiting for the others included. */
  FLUSH_SYNC(false),
  /** Part of the flush: proving that the target holds what was put. */
  FLUSH_PROVE(false),
  /** Closing files, and deleting logs. */
  CLOSE(true),
  /** Part of the rest: what happened after the application had gone on. */
  AFTERWARDS(false);

  private final boolean whole;

  Phase(boolean whole) {
    this.whole = whole;
  }

  /**
   * Tells whether this is a part of the total, or a part of such a part.
   *
   * @return true when the total is the sum of these
   */
  public boolean isWhole() {
    return whole;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }
}
