package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who shares a log, where the processes find that out by themselves. */
class SharingTest {
  private static final int RANKS = 4;
  private static final Array ARRAY =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.nativeOrder(), RANKS);

  @TempDir Path directory;

  /** What the files of the logs are called, and what was said of them. */
  private final List<String> logs = Collections.synchronizedList(new ArrayList<>());

  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  private Path tier(int node) throws IOException {
    return Files.createDirectories(directory.resolve("tier" + node));
  }

  private Settings settings(Path tier, String... more) throws IOException {
    Settings.Builder builder =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString());
    for (int i = 0; i < more.length; i += 2) {
      String key = more[i];
      builder.set(
          Settings.all().stream().filter(s -> s.key().equals(key)).findFirst().orElseThrow(),
          more[i + 1]);
    }
    return builder.build();
  }

  /** Writes a file in which each process has one element. */
  private void write(ProcessGroup group, Depot depot, String name, Settings settings)
      throws IOException {
    Path path = directory.resolve(name);
    try (TargetFile target = PlainTarget.open(group, path, Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
      said.add(buffer.explain());
      buffer
          .define(ARRAY)
          .put(Region.of(new long[] {group.rank()}, new long[] {1}), new long[] {group.rank() + 7});
      group.barrier();
      Path tier = settings.get(Settings.TIER).orElseThrow();
      if (group.nodes().isLeader(group.rank())) {
        try (Stream<Path> all = Files.walk(tier)) {
          all.map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".meta"))
              .forEach(logs::add);
        }
      }
      group.barrier();
    }
    if (group.rank() == 0) {
      assertThat(Files.readAllBytes(path)).hasSize(RANKS * Long.BYTES);
    }
    group.barrier();
  }

  /** Lets processes, so many a node, write a file; a tier for each node, or one for all. */
  private void run(int perNode, boolean oneTier, String... more) throws Exception {
    ThreadedGroup.run(
        RANKS,
        perNode,
        group -> {
          Path tier = tier(oneTier ? 0 : group.rank() / perNode);
          try (Depot depot = new Depot(new LocalStorage())) {
            write(group, depot, "out", settings(tier, more));
          }
        });
  }

  private void assertAllSaid(String why) {
    assertThat(said).hasSize(RANKS).allSatisfy(line -> assertThat(line).contains(why));
  }

  @Nested
  class WhereNodesShareATier {
    @Test
    void eachNodeHasALog() throws Exception {
      run(2, true);
      assertThat(logs).containsOnly("n0000.meta", "n0002.meta");
      assertAllSaid("each node has a log: nodes share a tier");
    }

    @Test
    void eachProcessHasOneWhenItIsAloneOnItsNode() throws Exception {
      run(1, true);
      assertThat(logs).contains("r00000.meta", "r00003.meta");
      assertAllSaid("each process has a log: each node has one process");
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreground", "background"})
    void eachProcessHasOneWhenALimitDoesNotHoldItsBlocks(String mode) throws Exception {
      ThreadedGroup.run(
          RANKS,
          2,
          group -> {
            // Only one process has such a limit.
            String capacity = group.rank() == 1 ? "2MiB" : "0";
            try (Depot depot = new Depot(new LocalStorage())) {
              write(
                  group,
                  depot,
                  "out",
                  settings(
                      tier(0),
                      "log.capacity",
                      capacity,
                      "log.access",
                      "mapped",
                      "drain.mode",
                      mode));
            }
          });
      assertThat(logs).contains("r00000.meta", "r00001.meta", "r00002.meta", "r00003.meta");
      assertAllSaid("log.capacity of some process does not hold its blocks");
      assertAllSaid(mode.equals("background") ? "drains go on in a thread" : "drain.mode is fore");
    }

    @Test
    void whatIsSetIsKept() throws Exception {
      run(2, true, "log.layout", "process");
      assertThat(logs).contains("r00000.meta", "r00001.meta", "r00002.meta", "r00003.meta");
      assertAllSaid("each process has a log, as log.layout says");
    }

    @Test
    void aSpareSessionIsSharedAsBefore() throws Exception {
      ThreadedGroup.run(
          RANKS,
          2,
          group -> {
            try (Depot depot = new Depot(new LocalStorage())) {
              for (String name : List.of("first", "second", "third")) {
                write(group, depot, name, settings(tier(0)));
              }
            }
          });
      assertThat(logs).containsOnly("n0000.meta", "n0002.meta");
      assertThat(said).hasSize(3 * RANKS).allMatch(line -> line.contains("each node has a log"));
    }
  }

  @Nested
  class WhereEachNodeHasItsOwn {
    @ParameterizedTest
    @CsvSource({"2, each node has a tier of its own", "4, all are on one node"})
    void eachProcessHasALog(int perNode, String why) throws Exception {
      run(perNode, false);
      assertThat(logs)
          .containsExactlyInAnyOrder("r00000.meta", "r00001.meta", "r00002.meta", "r00003.meta");
      assertAllSaid("each process has a log: " + why);
    }

    @Test
    void whatIsSetIsKept() throws Exception {
      run(2, false, "log.layout", "node");
      assertThat(logs).containsExactlyInAnyOrder("n0000.meta", "n0002.meta");
      assertAllSaid("each node has a log, as log.layout says");
    }
  }

  @Test
  void processesThatSetDifferentLayoutsAreTold() throws Exception {
    ThreadedGroup.run(
        2,
        1,
        group -> {
          String layout = group.rank() == 0 ? "auto" : "node";
          try (Depot depot = new Depot(new LocalStorage())) {
            Settings settings = settings(tier(0), "log.layout", layout);
            assertThatThrownBy(() -> write(group, depot, "out", settings))
                .isInstanceOf(BurstlogException.class)
                .hasMessageContaining("log.layout");
          }
        });
  }
}
