package org.burstlog.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;

/**
 * What the program waited for, from its counters: parts that do not overlap, so that they add up.
 */
final class Waits {
  private static final List<Counter> STALLS =
      List.of(
          Counter.STALL_EPOCH_NANOS,
          Counter.STALL_DELAY_NANOS,
          Counter.STALL_FULL_NANOS,
          Counter.STALL_READ_NANOS);

  private Waits() {}

  /** Returns the parts by name, and nanoseconds. */
  static Map<String, Long> parts(Statistics counted) {
    long close = counted.get(Counter.CLOSE_WAIT_NANOS);
    long full = counted.get(Counter.FULL_WAIT_NANOS);
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("opening", counted.get(Counter.OPEN_NANOS));
    parts.put("puts", counted.get(Counter.PUT_NANOS));
    parts.put("drains that it asked for", counted.get(Counter.DRAIN_WAIT_NANOS) - close - full);
    parts.put("drains of a full log", full);
    parts.put("drain of the close", close);
    parts.put("stalls, drain before", counted.get(Counter.STALL_EPOCH_NANOS));
    parts.put("stalls, delayed puts", counted.get(Counter.STALL_DELAY_NANOS));
    parts.put("stalls, full log", counted.get(Counter.STALL_FULL_NANOS));
    parts.put("stalls, gets", counted.get(Counter.STALL_READ_NANOS));
    parts.put("handing over", counted.get(Counter.SEAL_NANOS));
    parts.put("drains inside other calls", counted.get(Counter.SLICE_NANOS));
    return parts;
  }

  static long total(Statistics counted) {
    return parts(counted).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how long the program waited for drains. */
  static long exposed(Statistics counted) {
    return counted.get(Counter.DRAIN_WAIT_NANOS)
        + counted.get(Counter.SLICE_NANOS)
        + STALLS.stream().mapToLong(counted::get).sum();
  }

  /** Returns how long drains worked while the program went on. */
  static long hidden(Statistics counted) {
    long worked = counted.get(Counter.DRAIN_NANOS) - counted.get(Counter.REST_NANOS);
    return Math.max(0, worked - exposed(counted));
  }
}
