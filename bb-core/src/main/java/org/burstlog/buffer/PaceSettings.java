package org.burstlog.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.burstlog.pace.PaceOptions;
import org.burstlog.settings.Settings;

/** What is set of when drains rest, and puts are delayed. */
final class PaceSettings {
  /** What is more days ahead is no end of a job. */
  private static final int LONGEST_JOB = 3650;

  private PaceSettings() {}

  static PaceOptions of(Settings settings, Instant now) {
    return new PaceOptions(
        settings.get(Settings.DRAIN_RATE),
        settings.get(Settings.DRAIN_SHARE),
        settings.get(Settings.DRAIN_DELAY_AT),
        settings.get(Settings.DRAIN_DEADLINE).flatMap(end -> remaining(now, end)));
  }

  private static Optional<Duration> remaining(Instant now, Instant end) {
    if (end.isBefore(now)) {
      return Optional.of(Duration.ZERO);
    }
    return Optional.of(Duration.between(now, end)).filter(left -> left.toDays() < LONGEST_JOB);
  }
}
