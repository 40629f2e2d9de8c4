package org.burstlog.report;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;

/** Figures of a process as a test would have them. */
final class Sample {
  static final long SECOND = 1_000_000_000L;

  private final int rank;
  private final Map<String, String> settings =
      new LinkedHashMap<>(
          Map.of(
              "log.layout", "process",
              "log.capacity", "0",
              "log.copies", "0",
              "log.durability", "process",
              "drain.mode", "foreground",
              "drain.close", "wait"));
  private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
  private final Map<DrainReason, Long> drains = new EnumMap<>(DrainReason.class);
  private final long[] servers = new long[2 * Servers.MOST];
  private final HeatMap heat = new HeatMap();
  private State state = State.CLOSED;
  private int node;
  private boolean shared;
  private long pending;

  Sample(int rank) {
    this.rank = rank;
    this.node = rank;
  }

  Sample set(String key, String value) {
    settings.put(key, value);
    return this;
  }

  Sample count(Counter counter, long value) {
    counts.put(counter, value);
    return this;
  }

  Sample drains(DrainReason reason, long many) {
    drains.put(reason, many);
    return this;
  }

  Sample server(int server, long bytes, long nanos) {
    servers[server] = bytes;
    servers[Servers.MOST + server] = nanos;
    return this;
  }

  Sample heat(long elapsed, long put, long drained) {
    heat.add(elapsed, put, drained);
    return this;
  }

  Sample pending(int ofNode, long bytes) {
    node = ofNode;
    pending = bytes;
    state = State.OPEN;
    return this;
  }

  Sample onSharedTier() {
    shared = true;
    return this;
  }

  Figures figures() {
    return new Figures(
        new Subject("/scratch/out.nc", 4, rank, node, 1_700_000_000_000L, shared, settings),
        state,
        Statistics.of(counts, drains),
        100 * SECOND,
        pending,
        7,
        1 << 20,
        1000,
        Servers.of(servers),
        heat);
  }
}
