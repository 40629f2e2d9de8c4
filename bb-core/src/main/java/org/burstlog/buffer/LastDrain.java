package org.burstlog.buffer;

import java.util.HashMap;
import java.util.Map;

/**
 * Which logs of this process hold what a drain of all processes has brought to the target, and
 * whether that is still what the target has there.
 */
final class LastDrain {
  private final Map<String, Long> byLog = new HashMap<>();
  private long spoiled;

  /** A drain has released an epoch. Drains have the same numbers, from 1, in all processes. */
  synchronized void released(String log, long drain) {
    byLog.put(log, drain);
  }

  /** Something else is written to the target, behind all drains up to one. */
  synchronized void spoil(long drain) {
    spoiled = Math.max(spoiled, drain);
  }

  /** The last drain of which this process has something. */
  synchronized long last() {
    return byLog.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** The last drain whose data may have been overwritten. */
  synchronized long spoiled() {
    return spoiled;
  }

  /** Tells whether a log holds what a drain has brought to the target. */
  synchronized boolean isOf(String log, long drain) {
    Long last = byLog.get(log);
    return last != null && last == drain;
  }
}
