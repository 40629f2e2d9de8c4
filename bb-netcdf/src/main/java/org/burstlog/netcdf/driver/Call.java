package org.burstlog.netcdf.driver;

import java.util.Locale;

/** What all processes that have a file open can do together. */
public enum Call {
  /** A collective put. */
  PUT(1),
  /** A collective get. */
  GET(2),
  /** Completing requests. */
  COMPLETE(3),
  /** Filling a record. */
  FILL(4),
  /** Telling each other the number of records. */
  SYNC_RECORDS(5),
  /** Making everything durable and visible. */
  SYNC(6),
  /** Moving what was put to the target. */
  FLUSH(7),
  /** A definition, where those are compared at once. */
  DEFINE(8),
  /** A change of the header outside define mode. */
  CHANGE(9),
  /** Beginning define mode. */
  REDEFINE(10),
  /** Ending define mode. */
  END_DEFINE(11),
  /** Moving what was put to several targets. */
  FLUSH_ALL(12),
  /** Closing. */
  CLOSE(13),
  /** Closing without keeping what is not in the target. */
  ABORT(14);

  /** Never 0, so that it differs from its negative; leaving has the highest. */
  final byte code;

  Call(int code) {
    this.code = (byte) code;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
