package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DrainOracleTest {
  private static final int PROGRAMS = Effort.of(6, 600);

  @TempDir Path directory;

  static Stream<Arguments> jobs() {
    return Stream.of(1, 2, 3, 4, 8)
        .flatMap(
            ranks ->
                Stream.of(Strategy.values())
                    .flatMap(
                        strategy ->
                            Stream.of("process", "node")
                                .map(layout -> Arguments.of(ranks, strategy, layout))));
  }

  @ParameterizedTest(name = "{0} ranks, {1}, a log per {2}")
  @MethodSource("jobs")
  void theFileIsWhatTheProgramsWrote(int ranks, Strategy strategy, String layout) throws Exception {
    long seed = new SplittableRandom().nextLong();
    for (int i = 0; i < PROGRAMS; i++) {
      run(seed + i, ranks, strategy, layout);
    }
  }

  private void run(long seed, int ranks, Strategy strategy, String layout) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    RandomProgram program = new RandomProgram(seed, ranks, 12);
    Settings settings = settings(random, strategy, layout);
    String described = program + settings.toString();
    Path path = directory.resolve("out-" + seed);
    int ranksPerNode = 1 + random.nextInt(ranks);
    boolean drainAtTheEnd = random.nextBoolean();
    try {
      ThreadedGroup.run(
          ranks, ranksPerNode, group -> run(group, program, path, settings, drainAtTheEnd));
    } catch (Exception | AssertionError e) {
      throw new AssertionError(ranksPerNode + " ranks a node, " + described, e);
    }
    byte[] found = Files.readAllBytes(path);
    assertThat(Arrays.mismatch(found, program.expected()))
        .as(() -> "first difference, " + ranksPerNode + " ranks a node, " + described)
        .isEqualTo(-1);
    Files.delete(path);
  }

  private Settings settings(SplittableRandom random, Strategy strategy, String layout)
      throws IOException {
    Path tier = Files.createDirectories(directory.resolve("tier"));
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.LAYOUT, layout)
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "16KiB")
        .set(Settings.STRATEGY, strategy.name().toLowerCase(Locale.ROOT))
        .set(Settings.DRAIN_BUFFER, (4 << random.nextInt(6)) + "KiB")
        .set(Settings.DRAIN_EXTENTS, "" + (1 + random.nextInt(200)))
        .set(Settings.DRAIN_STRIPE, "" + random.nextInt(1, 9000))
        .set(Settings.DRAIN_SERVERS, "" + random.nextInt(6))
        .build();
  }

  private static void run(
      ProcessGroup group, RandomProgram program, Path path, Settings settings, boolean drainAtEnd)
      throws IOException {
    try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      List<BufferedArray> arrays = program.define(buffer);
      for (int epoch = 0; epoch < program.epochs(); epoch++) {
        program.put(arrays, epoch, group.rank());
        if (drainAtEnd || epoch < program.epochs() - 1) {
          buffer.drain();
        }
      }
    }
  }
}
