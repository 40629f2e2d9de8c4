package org.burstlog.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.burstlog.pace.PaceOptions;
import org.burstlog.settings.Settings;

/** What is set of when drains rest, and puts are delayed. */
final class PaceSettings {
  /** What is more days ahead is no end of a job. */
  private static final int LONGEST_JOB = 3650;

  private PaceSettings() {}

  /**
   * Reads them.
   *
   * @param warned is told in a line each what is set and is probably not meant
   */
  static PaceOptions of(Settings settings, Instant now, Consumer<String> warned) {
    return new PaceOptions(
        settings.get(Settings.DRAIN_RATE),
        settings.get(Settings.DRAIN_SHARE),
        settings.get(Settings.DRAIN_DELAY_AT),
        settings.get(Settings.DRAIN_DEADLINE).flatMap(end -> remaining(now, end, warned)));
  }

  private static Optional<Duration> remaining(Instant now, Instant end, Consumer<String> warned) {
    if (end.isBefore(now)) {
      warned.accept(
          "drain.deadline is "
              + end
              + ", which is past, so drains pay no regard to the program, drain.rate and"
              + " drain.share; set burstlog.drain.deadline (BURSTLOG_DRAIN_DEADLINE) to the end of"
              + " the job in seconds since 1970");
      return Optional.of(Duration.ZERO);
    }
    Duration left = Duration.between(now, end);
    if (left.toDays() >= LONGEST_JOB) {
      warned.accept(
          "drain.deadline is "
              + end
              + ", more than ten years ahead, and is not regarded; set burstlog.drain.deadline"
              + " (BURSTLOG_DRAIN_DEADLINE) to the end of the job in seconds since 1970");
      return Optional.empty();
    }
    return Optional.of(left);
  }
}
