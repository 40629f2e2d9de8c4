package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What writing adds to a whole run, and what of a drain was hidden. */
class WholeRunTest {
  private static Result run(String strategy, int repeat, double seconds, String overlap)
      throws Exception {
    return Result.parse(
        Recorded.line(strategy, 4, repeat, 1, 1)
            .replace(
                "\"phases\"", "\"run\":" + seconds + ",\"overlap\":{" + overlap + "},\"phases\""));
  }

  private static String tables(List<Result> runs) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Tables.of(Summary.of(runs)).forEach(table -> table.print(stream));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static List<Result> runs() throws Exception {
    List<Result> runs = new ArrayList<>();
    for (int repeat = 0; repeat < 3; repeat++) {
      runs.add(run("none", repeat, 10 + repeat, "\"exposed\":0"));
      runs.add(run("direct", repeat, 14 + 2 * repeat, "\"exposed\":4"));
      runs.add(
          run(
              "process",
              repeat,
              11 + 2 * repeat,
              "\"exposed\":1,\"drains\":2.5,\"hidden\":2,\"efficiency\":0.8"));
    }
    return runs;
  }

  @Test
  void whatIsAddedIsComparedBestToBestAndMedianToMedian() throws Exception {
    assertThat(tables(runs()))
        .containsPattern("none +10.0 +11.0 +- +- +- +- +1.00 +1.00\n")
        .containsPattern("direct +14.0 +16.0 +4.00 +5.00 +1.00 +1.00 +1.40 +1.45\n")
        .containsPattern("process +11.0 +13.0 +1.00 +2.00 +0.250 +0.400 +1.10 +1.18\n");
  }

  @Test
  void whatOfDrainsWasHiddenIsTold() throws Exception {
    assertThat(tables(runs()))
        .containsPattern("process +1.00 +2.50 +2.00 +80 %\n")
        .containsPattern("direct +4.00 +- +- +-\n");
  }

  @Test
  void withoutARunThatWritesNothingAndWithoutDrainsThereIsNothingToTell() throws Exception {
    assertThat(tables(Recorded.runs())).doesNotContain("whole run").doesNotContain("hidden");
  }

  @Test
  void withoutDirectWritesThereIsNoQuotientToThem() throws Exception {
    List<Result> runs = runs().stream().filter(r -> !r.strategy().equals("direct")).toList();
    assertThat(tables(runs)).containsPattern("process +11.0 +13.0 +1.00 +2.00 +- +- +1.10 +1.18\n");
  }
}
