package org.burstlog.stats;

import java.util.Locale;

/** Why a drain rests. */
public enum RestCause {
  /** The program puts, and the gap to come is long enough for the drain. */
  BURST,
  /** It has moved as many bytes as it may in a time. */
  RATE,
  /** It has worked as much of the time as it may. */
  SHARE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
