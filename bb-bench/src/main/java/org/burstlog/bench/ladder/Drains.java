package org.burstlog.bench.ladder;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Nowhere;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;

/**
 * Puts, and drains into a target that forgets: what planning, reading the logs and exchanging are
 * good for without a file system behind them. The processes take turns in the target.
 */
final class Drains {
  private static final int TRANSFER = 64 << 10;
  private static final double MIB = 1 << 20;

  /** How often more than else, since the first drains of a JVM tell of its compiler. */
  private static final int WARM_UP = 4;

  private final Crew crew;
  private final Settings settings;
  private final Path tier;
  private final int transfers;

  Drains(Crew crew, Settings settings, Path tier, long bytes) {
    this.crew = crew;
    this.settings = settings;
    this.tier = tier;
    transfers = (int) Math.max(1, bytes / TRANSFER);
  }

  /** Measures by the strategies that make sense here. Collective. */
  void measure(Consumer<Rung> rungs) throws IOException {
    long[] put = {Long.MAX_VALUE};
    long independent = best("independent", put);
    long exchange = crew.group().size() > 1 ? best("exchange", put) : Long.MAX_VALUE;
    rungs.accept(rung("put", put[0]));
    rungs.accept(rung("drain into nothing, independent", independent));
    if (exchange < Long.MAX_VALUE) {
      rungs.accept(rung("drain into nothing, exchange", exchange));
    }
  }

  private Rung rung(String name, long nanos) {
    int size = crew.group().size();
    double operations = (double) size * transfers / (nanos / 1e9);
    return new Rung(
        4, name, size, crew.nodes(size), TRANSFER, operations * TRANSFER / MIB, operations);
  }

  private long best(String strategy, long[] put) throws IOException {
    Settings given =
        settings.toBuilder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.STRATEGY, strategy)
            .build();
    long best = Long.MAX_VALUE;
    for (int i = 0; i < WARM_UP + crew.repeat(); i++) {
      best = Math.min(best, drain(given, put));
    }
    return best;
  }

  private long drain(Settings given, long[] put) throws IOException {
    ProcessGroup group = crew.group();
    long all = (long) group.size() * transfers * TRANSFER;
    Path name = tier.resolve("bb-ladder-nothing");
    try (TargetFile nothing = new Nowhere(name, TargetFile.Mode.UPDATE, all);
        BurstBuffer buffer = BurstBuffer.open(nothing, group, given)) {
      BufferedArray array = buffer.define(Array.rowMajor("data", 0, 1, ByteOrder.BIG_ENDIAN, all));
      byte[] values = new byte[TRANSFER];
      Region region = new Region(1);
      group.barrier();
      long begin = System.nanoTime();
      for (long i = 0; i < transfers; i++) {
        array.put(region.set(0, (i * group.size() + group.rank()) * TRANSFER, TRANSFER, 1), values);
      }
      put[0] = Math.min(put[0], Math.max(1, group.max(System.nanoTime() - begin)));
      group.barrier();
      begin = System.nanoTime();
      buffer.drain();
      return Math.max(1, group.max(System.nanoTime() - begin));
    }
  }
}
