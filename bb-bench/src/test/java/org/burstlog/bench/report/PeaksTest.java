package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.burstlog.bench.ladder.Rung;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PeaksTest {
  private static final Map<String, Double> SERVERS =
      Map.of("servers", 4.0, "bandwidth_mb", 200.0, "round_trip_us", 200.0, "service_us", 100.0);
  private static final List<Rung> RUNGS =
      List.of(
          new Rung(1, "memory copy", 8, 4, 1 << 20, 9000, 9000),
          new Rung(2, "tier write", 1, 1, 1 << 20, 1500, 1500),
          new Rung(2, "tier write", 8, 4, 1 << 20, 3000, 3000),
          new Rung(2, "tier read", 8, 4, 1 << 20, 5000, 5000),
          new Rung(3, "exchange of all", 8, 4, 1 << 20, 1200, 1200),
          new Rung(3, "exchange of all", 8, 4, 1 << 10, 12, 12_000),
          new Rung(5, "target write, aligned", 8, 4, 1 << 20, 500, 500));

  @Nested
  class OfTheEmulatedFileSystem {
    private final Peaks peaks = Peaks.of(RUNGS, SERVERS);

    @Test
    void fourClientsWithOneRequestInFlightEachAreTheLimitOfDrains() {
      assertThat(peaks.drain().name()).isEqualTo("clients");
      assertThat(peaks.drain().mib()).isCloseTo(722, within(1.0));
    }

    @Test
    void theServersAreALimitToo() {
      assertThat(peaks.drains())
          .filteredOn(limit -> limit.name().equals("servers"))
          .allSatisfy(limit -> assertThat(limit.mib()).isCloseTo(763, within(1.0)))
          .hasSize(1);
    }

    @Test
    void putsAreLimitedByTheTierWithAllProcesses() {
      assertThat(peaks.put()).isEqualTo(new Peaks.Limit("tier write", 3000));
    }
  }

  @Nested
  class OfARealFileSystem {
    private final Peaks peaks = Peaks.of(RUNGS, Map.of());

    @Test
    void whatItWasSeenToReachIsTheLimit() {
      assertThat(peaks.drain()).isEqualTo(new Peaks.Limit("target as measured", 500));
    }

    @Test
    void kernelsAreToldAsFractionsAndDrawn() throws Exception {
      Result best = Result.parse(Recorded.line("process", 8, 0, 0.04, 0.2));
      KernelShare share = KernelShare.of(Summary.of(List.of(best)).get(0), peaks);
      assertThat(share.name()).isEqualTo("ior strided by process");
      assertThat(share.ofPut()).isCloseTo(64 / 0.04 / 3000, within(1e-6));
      assertThat(share.ofTarget()).isCloseTo(best.bandwidth() / 500, within(1e-6));
      assertThat(share.line())
          .startsWith("{\"step\":7,\"name\":\"ior strided by process\",\"ranks\":8,")
          .doesNotContain("drain_mib");
      LadderReport report = new LadderReport(RUNGS, peaks, List.of(share), Map.of());
      assertThat(report.plots().get("ladder")).isNotEmpty();
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      report.tables().get(1).print(new PrintStream(text, true, StandardCharsets.UTF_8));
      assertThat(text.toString(StandardCharsets.UTF_8)).contains("53.3 %");
    }
  }

  @Test
  void whatIsComputedIsAStepOfItsOwn() {
    assertThat(LadderReport.computed(RUNGS, Peaks.of(RUNGS, SERVERS)))
        .extracting(Rung::step, Rung::name)
        .contains(
            org.assertj.core.groups.Tuple.tuple(6, "peak of puts"),
            org.assertj.core.groups.Tuple.tuple(6, "limit of drains: servers"));
  }
}
