package org.burstlog.bench.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner.Calls;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.target.PlainTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kernels rely on, whatever the strategy. */
class StrategiesTest {
  @TempDir Path directory;

  private Site site(ProcessGroup group, String tier) throws IOException {
    Path files = Files.createDirectories(directory.resolve("target"));
    Path logs = Files.createDirectories(directory.resolve(tier));
    return new Site(group, PlainTarget.SYSTEM, files, logs, Settings.builder().build());
  }

  private static void define(NcFile file) throws IOException {
    file.defineVariable("v", NcType.DOUBLE, file.defineDimension("x", 8));
  }

  @Test
  void theLastOfOverlappingPutsWinsAndIsRead() throws Exception {
    for (Strategy strategy : Strategies.writing()) {
      for (boolean synced : new boolean[] {false, true}) {
        Measures measures = new Measures();
        String name = strategy.name() + synced;
        try (SoloGroup group = new SoloGroup()) {
          Manner manner = new Manner(synced, Calls.COLLECTIVE);
          Output output =
              strategy.create(site(group, "tier"), name, manner, measures, StrategiesTest::define);
          NcVariable variable = output.file().variable("v");
          output.put(variable, part(0, 8), NcMemory.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8}));
          output.put(variable, part(2, 3), NcMemory.of(new double[] {30, 40, 50}));
          output.put(variable, part(4, 2), NcMemory.of(new double[] {500, 600}));
          output.endStep();
          double[] got = new double[8];
          output.get(variable, part(0, 8), NcMemory.of(got));
          assertThat(got).as(name).containsExactly(1, 2, 30, 40, 500, 600, 7, 8);
          output.finish();
        }
        try (NcFile file = NcFile.open(directory.resolve("target").resolve(name))) {
          assertThat(file.variable("v").getDoubles())
              .as(name)
              .containsExactly(1, 2, 30, 40, 500, 600, 7, 8);
        }
        assertThat(measures.puts()).isEqualTo(3);
        assertThat(measures.bytes()).isEqualTo(13 * Double.BYTES);
        assertThat(measures.seconds())
            .containsKeys(Phase.CREATE, Phase.PUT, Phase.GET, Phase.CLOSE);
      }
    }
  }

  private static Region part(long first, long count) {
    return Region.of(new long[] {first}, new long[] {count});
  }

  @Test
  void aFlushKeepsTheFileOpenForMore() throws Exception {
    for (Strategy strategy : Strategies.writing()) {
      Measures measures = new Measures();
      try (SoloGroup group = new SoloGroup()) {
        Manner manner = new Manner(false, Calls.COLLECTIVE);
        Output output =
            strategy.create(
                site(group, "tier"), strategy.name(), manner, measures, StrategiesTest::define);
        NcVariable variable = output.file().variable("v");
        output.put(variable, part(0, 4), NcMemory.of(new double[] {1, 2, 3, 4}));
        output.endStep();
        output.flush();
        output.put(variable, part(4, 4), NcMemory.of(new double[] {5, 6, 7, 8}));
        output.endStep();
        output.close();
      }
      try (NcFile file = NcFile.open(directory.resolve("target").resolve(strategy.name()))) {
        assertThat(file.variable("v").getDoubles())
            .as(strategy.name())
            .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
      }
      assertThat(measures.seconds()).containsKeys(Phase.FLUSH, Phase.CLOSE);
    }
  }

  @Test
  void withoutOutputNothingIsPutMeasuredOrLeft() throws Exception {
    Measures measures = new Measures();
    ThreadedGroup.run(
        2,
        group -> {
          Output output =
              Strategies.named("none")
                  .create(
                      site(group, "tier"),
                      "f",
                      new Manner(false, Calls.COLLECTIVE),
                      measures,
                      StrategiesTest::define);
          NcVariable variable = output.file().variable("v");
          output.put(variable, part(0, 4), NcMemory.of(new double[] {1, 2, 3, 4}));
          output.endStep();
          output.flush();
          output.get(variable, part(0, 4), NcMemory.of(new double[4]));
          output.finish();
        });
    assertThat(measures.puts()).isZero();
    assertThat(measures.seconds()).isEmpty();
    assertThat(directory.resolve("target")).isEmptyDirectory();
    assertThat(directory.resolve("tier")).isEmptyDirectory();
  }

  @Test
  void stagingNeedsATierThatAllShare() throws Exception {
    Strategy stage = Strategies.named("stage");
    ThreadedGroup.run(
        2,
        group -> {
          Site own = site(group, "tier-" + group.rank());
          Manner manner = new Manner(false, Calls.COLLECTIVE);
          assertThatThrownBy(
                  () -> stage.create(own, "f", manner, new Measures(), StrategiesTest::define))
              .isInstanceOf(BurstlogException.class)
              .hasMessageContaining("rank 1 of 2")
              .hasMessageContaining("needs a tier that all processes share");
        });
    assertThat(directory.resolve("tier-0")).isEmptyDirectory();
  }

  @Test
  void timesOfProcessesBecomeTheirMaximaAndCountsTheirSums() throws Exception {
    ThreadedGroup.run(
        3,
        group -> {
          Measures measures = new Measures();
          measures.add(Phase.PUT, 1_000_000_000L * (1 + group.rank()));
          measures.add(Phase.FLUSH, 2_000_000_000L);
          measures.add(Phase.FLUSH_WRITE, 1_500_000_000L);
          measures.add(Phase.AFTERWARDS, 500_000_000L * group.rank());
          measures.put(100);
          measures.ran(3_000_000_000L - group.rank());
          measures.operations("stat", 10, 1_000_000_000L * (1 + group.rank()));
          measures.reduce(group);
          assertThat(measures.seconds())
              .containsOnlyKeys(Phase.PUT, Phase.FLUSH, Phase.FLUSH_WRITE, Phase.AFTERWARDS)
              .containsEntry(Phase.PUT, 3.0);
          assertThat(measures.total()).isEqualTo(5.0);
          assertThat(measures.waited()).isEqualTo(4.0);
          assertThat(measures.exposed()).isEqualTo(4.0);
          assertThat(measures.run()).isEqualTo(3.0);
          assertThat(measures.overlap()).isEmpty();
          assertThat(measures.puts()).isEqualTo(3);
          assertThat(measures.bytes()).isEqualTo(300);
          assertThat(measures.rates()).containsEntry("stat", 10.0);
          assertThat(measures.counters()).isEmpty();
        });
  }

  @Test
  void aBurstBufferSaysWhatMakingLogsTook() throws Exception {
    Measures measures = new Measures();
    try (SoloGroup group = new SoloGroup()) {
      Manner manner = new Manner(false, Calls.INDEPENDENT);
      Strategies.named("process")
          .create(site(group, "tier"), "f", manner, measures, StrategiesTest::define)
          .finish();
      measures.settle();
    }
    assertThat(measures.counters().get(Counter.OPEN_NANOS)).isPositive();
    assertThat(measures.seconds().get(Phase.LOGS)).isPositive();
    assertThat(measures.seconds().get(Phase.CREATE)).isPositive();
  }

  @Test
  void syncingAndProvingOfABurstBufferAreTwoPhases() throws Exception {
    Measures measures = new Measures();
    try (SoloGroup group = new SoloGroup()) {
      Manner manner = new Manner(false, Calls.INDEPENDENT);
      Output output =
          Strategies.named("process")
              .create(site(group, "tier"), "f", manner, measures, StrategiesTest::define);
      output.put(output.file().variable("v"), part(0, 8), NcMemory.of(new double[8]));
      output.finish();
      measures.settle();
    }
    Map<Counter, Long> counted = measures.counters();
    assertThat(counted.get(Counter.PROVE_NANOS)).isPositive();
    assertThat(measures.seconds())
        .containsEntry(Phase.FLUSH_SYNC, counted.getOrDefault(Counter.SYNC_NANOS, 0L) / 1e9)
        .containsEntry(Phase.FLUSH_PROVE, counted.getOrDefault(Counter.PROVE_NANOS, 0L) / 1e9);
  }
}
