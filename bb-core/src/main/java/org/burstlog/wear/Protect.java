package org.burstlog.wear;

/** What is done when a limit of a tier is reached. */
public enum Protect {
  /** It is told once, and writing goes on. */
  LOG,
  /** The call fails that needs more. */
  ERROR,
  /** It is told, and the call fails that needs more. */
  BOTH,
  /** Puts go to the target instead, until there is room again. */
  DIVERT;

  /** Whether the tier gets nothing beyond the limit. */
  boolean refuses() {
    return this != LOG;
  }

  /** Whether it is told by a warning. */
  boolean tells() {
    return this != ERROR;
  }
}
