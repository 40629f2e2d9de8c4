package org.burstlog.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.burstlog.SettingsException;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameSettingsTest {
  @TempDir Path directory;

  private Settings.Builder settings() throws Exception {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString());
  }

  private Map<Integer, Throwable> open(Setting<?> setting, String... values) throws Exception {
    Map<Integer, Throwable> told = new ConcurrentHashMap<>();
    ThreadedGroup.run(
        values.length,
        2,
        group -> {
          Settings mine = settings().set(setting, values[group.rank()]).build();
          Path path = directory.resolve("out");
          try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE)) {
            Throwable thrown = catchThrowable(() -> BurstBuffer.open(target, group, mine).close());
            if (thrown != null) {
              told.put(group.rank(), thrown);
            }
          }
        });
    return told;
  }

  @ParameterizedTest
  @CsvSource({
    "'', on, off",
    "drain.buffer, 16MiB, 8MiB",
    "drain.extents, 100, 101",
    "drain.strategy, independent, collective",
    "drain.stripe, 1MiB, 2MiB",
    "drain.servers, 3, 4",
    "drain.files, auto, bps",
    "log.block, 8MiB, 4MiB",
    "log.layout, process, node",
    "log.keep, on, off",
    "recover, auto, ignore",
    "read, merge, drain",
    "report, on, off",
    "mpi.hints, cb_nodes=4, cb_nodes=2"
  })
  void everyRankIsToldWhatDiffersAndNobodyWaits(String key, String usual, String other)
      throws Exception {
    Setting<?> setting = NamedSettings.named(key);
    Map<Integer, Throwable> told = open(setting, usual, usual, other, usual);
    assertThat(told).hasSize(4);
    assertThat(told.values().stream().map(Throwable::getMessage).distinct()).hasSize(1);
    assertThat(told.get(0))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(key.isEmpty() ? "the burst buffer is " : key + " is ")
        .hasMessageContaining("in ranks 0, 1, 3 and ")
        .hasMessageContaining("in rank 2")
        .hasMessageContaining("-x " + setting.variable());
    try (Stream<Path> left = Files.walk(directory.resolve("tier"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void theSameMayBeWrittenInSeveralWays() throws Exception {
    assertThat(open(Settings.DRAIN_BUFFER, "16MiB", "16777216", "16384k")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"log.chunk, 64KiB, 1MiB", "log.capacity, 0, 1GiB", "log.access, written, mapped"})
  void howItsLogIsWrittenEachProcessMayChoose(String key, String one, String other)
      throws Exception {
    List<Setting<?>> all = Settings.all();
    Setting<?> setting = all.stream().filter(s -> s.key().equals(key)).findFirst().orElseThrow();
    assertThat(open(setting, one, other, one)).isEmpty();
  }
}
