package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a tier is full, what is retained goes, and puts are taken. */
class FullTierTest {
  private static final int ELEMENTS = 1 << 17;

  @TempDir Path directory;

  private Settings settings(Path tier) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.RETAIN, "1GiB")
        .set(Settings.SPARE, "0")
        .set(Settings.CHUNK, "64KiB")
        .build();
  }

  private long write(String name, Settings settings, Depot depot) throws IOException {
    try (SoloGroup group = new SoloGroup();
        TargetFile target =
            PlainTarget.open(group, directory.resolve(name), TargetFile.Mode.CREATE)) {
      BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot);
      BufferedArray array = buffer.define(Wreck.layout(ELEMENTS));
      array.put(Region.of(new long[] {0}, new long[] {ELEMENTS}), new long[ELEMENTS]);
      buffer.close();
      return buffer.statistics().get(Counter.WRITTEN_THROUGH)
          + buffer.statistics().get(Counter.FULL_EVENTS);
    }
  }

  private static long retained(FaultyStorage storage, Path own) throws IOException {
    long retained = 0;
    for (Path session : storage.list(own)) {
      for (Path file : storage.list(session)) {
        retained += String.valueOf(file.getFileName()).startsWith("retained-") ? 1 : 0;
      }
    }
    return retained;
  }

  @Test
  void whatIsRetainedGoesAndPutsAreTaken() throws Exception {
    Path tier = Files.createDirectory(directory.resolve("tier"));
    try (FaultyStorage storage = new FaultyStorage(tier, 1);
        Depot depot = new Depot(storage)) {
      // Three of these files fit.
      storage.limitSpace(4L << 20);
      Settings settings = settings(tier);
      for (int i = 0; i < 12; i++) {
        assertThat(write("file" + i, settings, depot)).as("file %d", i).isZero();
        assertThat(retained(storage, storage.own(tier))).isBetween(1L, 3L);
      }
    }
  }
}
