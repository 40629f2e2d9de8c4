package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.cli.Verb;
import org.junit.jupiter.api.Test;

class BudgetsTest {
  private static List<Budgets.Score> scores(double put, double large, double allocated) {
    return List.of(
        new Budgets.Score(Budgets.PUT, Budgets.SMALL, put, allocated),
        new Budgets.Score(Budgets.WRITE, Budgets.SMALL, 600, 0),
        new Budgets.Score(Budgets.PUT, Budgets.LARGE, large, 0),
        new Budgets.Score(Budgets.COPY, Budgets.LARGE, 35_000, 0),
        new Budgets.Score(Budgets.ORDER, "MESH_BLOCKS", 30, 0),
        new Budgets.Score(Budgets.FLATTEN, "MESH_BLOCKS", 300, 0));
  }

  private static List<Boolean> met(List<Budgets.Score> scores) {
    return new Budgets(scores).verdicts().stream().map(Budgets.Verdict::met).toList();
  }

  @Test
  void budgetsAreMetUpToTheirLimits() {
    assertThat(met(scores(150, 50_000, 0.005))).containsOnly(true).hasSize(6);
  }

  @Test
  void eachIsMissedByItself() {
    assertThat(met(scores(201, 50_000, 0))).containsExactly(false, false, true, true, true, true);
    assertThat(met(scores(151, 50_000, 0))).containsExactly(true, false, true, true, true, true);
    assertThat(met(scores(100, 50_001, 0))).containsExactly(true, true, true, false, true, true);
    assertThat(met(scores(100, 50_000, 24))).containsExactly(true, true, false, true, true, true);
    List<Budgets.Score> slow = new ArrayList<>(scores(100, 50_000, 0));
    slow.set(4, new Budgets.Score(Budgets.ORDER, "MESH_BLOCKS", 151, 0));
    assertThat(met(slow)).containsExactly(true, true, true, true, false, false);
  }

  @Test
  void oneMissedIsToldAndIsTheExitCode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(MicroVerb.tell(new Budgets(scores(100, 50_000, 0)).verdicts(), stream))
        .isEqualTo(Verb.OK);
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("MISSED");
    assertThat(MicroVerb.tell(new Budgets(scores(250, 50_000, 0)).verdicts(), stream))
        .isEqualTo(Verb.WRONG);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("put of 512 B, reused log +250 ns +≤ 200 ns +MISSED");
  }
}
