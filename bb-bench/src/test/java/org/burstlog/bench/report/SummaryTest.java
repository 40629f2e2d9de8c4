package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void runsAreGroupedBySetupAndStrategyInTheirOrder() throws Exception {
    List<Summary> summaries = Summary.of(Recorded.runs());
    assertThat(summaries)
        .extracting(s -> s.strategy() + " " + s.setup().np() + " " + s.runs().size())
        .containsExactly("direct 2 3", "process 2 3", "direct 4 3", "process 4 3");
    assertThat(Summary.bySetup(summaries)).hasSize(2);
  }

  @Test
  void bestAndMedianAreThoseOfTheRepetitions() throws Exception {
    Summary process = Summary.of(Recorded.runs()).get(1);
    assertThat(process.best().repeat()).isEqualTo(1);
    assertThat(process.least(r -> r.seconds(Result.PUT))).isEqualTo(0.03);
    assertThat(process.median(r -> r.seconds(Result.PUT))).isEqualTo(0.04);
    assertThat(process.most(Result::bandwidth)).isCloseTo(64 / 0.344, within(1e-3));
    assertThat(process.median(Result::bandwidth)).isCloseTo(64 / 0.454, within(1e-3));
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() throws Exception {
    List<Result> runs = Recorded.runs().stream().filter(r -> r.repeat() < 2).toList();
    assertThat(Summary.of(runs).get(0).median(r -> r.seconds(Result.PUT))).isEqualTo(0.8);
  }

  @Test
  void oneWrongRunMakesTheWholeUnverified() throws Exception {
    Result right = Result.parse(Recorded.line("direct", 1, 0, 1, 0));
    Result wrong =
        Result.parse(Recorded.line("direct", 1, 1, 1, 0).replace("ied\":true", "ied\":false"));
    assertThat(Summary.of(List.of(right, wrong)).get(0).verified()).isFalse();
  }
}
