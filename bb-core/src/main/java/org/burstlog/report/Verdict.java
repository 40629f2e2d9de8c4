package org.burstlog.report;

import java.util.List;

/** The report in one line. */
final class Verdict {
  private Verdict() {}

  static String of(Run run, List<Advice> advice) {
    long waited = (long) run.mean(Waits.total(run.counted()));
    String waits =
        "the program waited "
            + Amounts.seconds(waited)
            + " of "
            + Amounts.seconds(run.elapsed())
            + " ("
            + Amounts.percent(waited, run.elapsed())
            + ") for the buffer";
    return advice.isEmpty()
        ? waits + "; nothing stands in its way"
        : waits + "; " + advice.get(0).code() + ": " + advice.get(0).finding();
  }
}
