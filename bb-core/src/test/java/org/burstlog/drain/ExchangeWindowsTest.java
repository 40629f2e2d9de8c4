package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.group.WatchedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many windows and meetings a drain by exchange takes, whatever the size of extents. */
class ExchangeWindowsTest {
  private static final int RANKS = 8;
  private static final int OWNERS = 4;
  private static final int STRIPE = 64 << 10;
  private static final int STRIPES = 16;

  /** Those of any drain, and the proposal that finds nothing left. */
  private static final int MEETINGS_BESIDE_WINDOWS = 4 + 1;

  @TempDir Path directory;

  /** Rows of the field are cut into as many pieces as there are ranks. */
  @ParameterizedTest
  @ValueSource(ints = {8, 128, 4096})
  void thereIsAWindowForAStripeOfEachOwner(int extent) throws Exception {
    Path tier = Files.createDirectories(directory.resolve("tier"));
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.STRATEGY, "exchange")
            .set(Settings.DRAIN_STRIPE, String.valueOf(STRIPE))
            .set(Settings.DRAIN_SERVERS, String.valueOf(OWNERS))
            .build();
    Path path = directory.resolve("out");
    ConcurrentLinkedQueue<Long> windows = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Integer> meetings = new ConcurrentLinkedQueue<>();
    ThreadedGroup.run(
        RANKS,
        RANKS / OWNERS,
        real -> {
          int values = extent / Long.BYTES;
          int rows = STRIPES * STRIPE / (extent * RANKS);
          WatchedGroup group = new WatchedGroup(real);
          try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
            BufferedArray field =
                buffer.define(
                    Array.rowMajor(
                        "field",
                        0,
                        Long.BYTES,
                        ByteOrder.nativeOrder(),
                        rows,
                        (long) values * RANKS));
            long[] mine = new long[rows * values];
            Arrays.fill(mine, group.rank());
            field.put(
                Region.of(new long[] {0, (long) group.rank() * values}, new long[] {rows, values}),
                mine);
            group.countAnew();
            windows.add(buffer.drain().rounds());
            meetings.add(group.meetings());
          }
        });
    int expected = STRIPES / OWNERS;
    assertThat(windows).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(expected + 1));
    assertThat(meetings)
        .allSatisfy(
            count ->
                assertThat(count)
                    .isLessThanOrEqualTo(2 * (expected + 1) + MEETINGS_BESIDE_WINDOWS + 1));
    assertThat(path).hasSize((long) STRIPES * STRIPE);
  }
}
