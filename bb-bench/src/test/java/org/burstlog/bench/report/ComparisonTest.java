package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static Result rival(int repeat, double put, double flush) throws Exception {
    String line = Recorded.line("process", 4, repeat, put, flush);
    return Result.parse("{\"peer\":\"1.2.3\"," + line.substring(1));
  }

  private static String compare(double theirs, double ours) throws Exception {
    Comparison comparison = new Comparison(PeerCase.all().get(0), r -> r.repeat() > 0);
    // What only warms up is faster here than all else, so that it would be seen.
    comparison.rival(rival(0, theirs / 9, 0));
    comparison.ours(Result.parse(Recorded.line("process", 4, 0, ours / 9, 0)));
    comparison.rival(rival(1, theirs * 2, 1));
    comparison.rival(rival(2, theirs, 1));
    comparison.ours(Result.parse(Recorded.line("process", 4, 1, ours, 0.2)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    comparison.print(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void ratiosAreOfBestToBest() throws Exception {
    assertThat(compare(0.6, 0.1))
        .contains("ior-contiguous, 4 ranks, 64 MiB in 1024 puts (PnetCDF 1.2.3)")
        .contains("end to end 5.09 times (budget 1.5: met)")
        .contains("in puts 6.00 times faster (budget 3: met)");
  }

  @Test
  void aMissedBudgetIsSaid() throws Exception {
    assertThat(compare(0.2, 0.1)).contains("in puts 2.00 times faster (budget 3: MISSED)");
  }
}
