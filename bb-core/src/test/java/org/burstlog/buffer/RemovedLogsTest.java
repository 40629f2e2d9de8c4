package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that somebody removes from the tier while their program runs. */
class RemovedLogsTest {
  private static final int RANKS = 2;
  private static final int ELEMENTS = 1000;

  @TempDir Path directory;

  private Settings.Builder settings(String mode, String layout) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.LAYOUT, layout)
        .set(Settings.BLOCK, "64KiB")
        .set(Settings.DRAIN_MODE, mode);
  }

  /** What a process does with a file that is open. */
  private interface Life {
    void live(ProcessGroup group, BurstBuffer buffer, BufferedArray array) throws Exception;
  }

  /** Runs a program with one file, and returns the warnings that it caused. */
  private List<String> warnings(Settings settings, Life life) throws Exception {
    Path path = directory.resolve("out");
    try (Told told = Told.by("org.burstlog");
        Depot depot = new Depot(new LocalStorage())) {
      ThreadedGroup.run(
          RANKS,
          group -> {
            try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
                BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
              life.live(
                  group,
                  buffer,
                  buffer.define(
                      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, RANKS * ELEMENTS)));
            }
          });
      return List.copyOf(told.messages());
    }
  }

  private static void put(ProcessGroup group, BufferedArray array, int value) throws IOException {
    long[] values = new long[ELEMENTS];
    Arrays.fill(values, value);
    long first = (long) group.rank() * ELEMENTS;
    array.put(Region.of(new long[] {first}, new long[] {ELEMENTS}), values);
  }

  private Path session() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("tier"), 2)) {
      return all.filter(path -> path.getFileName().toString().startsWith("out."))
          .findAny()
          .orElseThrow();
    }
  }

  /** One process removes what there is of a session, while none uses it. */
  private void remove(ProcessGroup group, String suffix) throws IOException {
    group.barrier();
    if (group.rank() == 0) {
      try (Stream<Path> all = Files.walk(session())) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          if (each.toString().endsWith(suffix)) {
            Files.delete(each);
          }
        }
      }
    }
    group.barrier();
  }

  private void assertIsInTheFile(int value) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("out")));
    assertThat(bytes.capacity()).isEqualTo(RANKS * ELEMENTS * Long.BYTES);
    for (int i = 0; i < RANKS * ELEMENTS; i++) {
      assertThat(bytes.getLong()).isEqualTo(value);
    }
  }

  @ParameterizedTest(name = "{0}, a log per {1}, all that ends with ''{2}''")
  @CsvSource({
    "background, process, ''", "background, node, ''", "foreground, process, ''",
    "foreground, node, ''", "foreground, process, .data", "background, node, .meta",
    "foreground, process, lock"
  })
  void areToldOfOnceWithWhatToDo(String mode, String layout, String suffix) throws Exception {
    Path[] session = new Path[1];
    List<String> told =
        warnings(
            settings(mode, layout).build(),
            (group, buffer, array) -> {
              put(group, array, 1);
              buffer.handOver(DrainReason.FLUSH);
              buffer.awaitDrained();
              if (group.rank() == 0) {
                session[0] = session();
              }
              remove(group, suffix);
              for (int value = 2; value < 5; value++) {
                put(group, array, value);
                buffer.handOver(DrainReason.FLUSH);
              }
            });
    assertThat(told)
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains(directory.resolve("out").toString())
        .contains("has removed logs")
        .contains("from " + session[0])
        .contains("does not survive a crash of this process; close the file and open it again");
    assertIsInTheFile(4);
  }

  @Test
  void areSeenByAProgramWhoseLogsAreOnlyEverFull() throws Exception {
    List<String> told =
        warnings(
            settings("foreground", "process").set(Settings.CAPACITY, "128KiB").build(),
            (group, buffer, array) -> {
              put(group, array, 1);
              remove(group, "");
              for (int value = 2; value < 50; value++) {
                put(group, array, value);
              }
            });
    assertThat(told).anyMatch(message -> message.contains("has removed logs"));
    assertIsInTheFile(49);
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "node"})
  void areNotUsedForTheNextFile(String layout) throws Exception {
    Settings settings = settings("foreground", layout).build();
    Path path = directory.resolve("out");
    try (Depot depot = new Depot(new LocalStorage())) {
      ThreadedGroup.run(
          RANKS,
          group -> {
            for (int file = 0; file < 2; file++) {
              try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
                  BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
                BufferedArray array =
                    buffer.define(
                        Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, RANKS * ELEMENTS));
                put(group, array, file);
                if (file == 0) {
                  remove(group, "");
                } else {
                  group.barrier();
                  try (Stream<Path> logs = Files.list(session())) {
                    // Two files of each log, and the lock file.
                    assertThat(logs).hasSize(layout.equals("node") ? 3 : 2 * RANKS + 1);
                  }
                }
              }
            }
          });
    }
    assertIsInTheFile(1);
  }

  @ParameterizedTest
  @CsvSource({"foreground, process", "background, process", "foreground, node", "background, node"})
  void areNoneWhereNobodyRemovesAny(String mode, String layout) throws Exception {
    List<String> told =
        warnings(
            settings(mode, layout).build(),
            (group, buffer, array) -> {
              for (int value = 1; value < 5; value++) {
                put(group, array, value);
                buffer.handOver(DrainReason.FLUSH);
              }
            });
    assertThat(told).isEmpty();
    assertIsInTheFile(4);
  }
}
