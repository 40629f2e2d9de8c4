package org.burstlog.drain.files;

/** How processes are divided among files that are drained at once. */
public enum Scheme {
  /** The one of those below that is predicted to take the least time. */
  AUTO,
  /** Each file has processes in proportion to its bytes, spread over the nodes. */
  BPS,
  /** Each file has whole nodes in proportion to its bytes. */
  LPS,
  /**
   * The largest file first takes those network cards that have least to do; files may share
   * processes.
   */
  SPREAD,
  /** One file after the other, each by all processes. */
  TURNS
}
