package org.burstlog.drain;

import java.util.Locale;

/**
 * What a drain did in this process, and the extremes of all.
 *
 * @param records records drained here
 * @param bytes bytes of these records; the target gets fewer where they overlap
 * @param extents extents of these records; the target gets fewer where they touch
 * @param rounds rounds that this process took part in
 * @param strategy how the rounds were written
 * @param reason why in this way
 * @param times how long the phases took here
 * @param shortest by phase, the shortest time of any process
 * @param longest by phase, the longest time of any process
 */
public record DrainReport(
    long records,
    long bytes,
    long extents,
    long rounds,
    Strategy strategy,
    String reason,
    PhaseTimes times,
    PhaseTimes shortest,
    PhaseTimes longest) {

  /**
   * Reports that there was nothing to do.
   *
   * @param reason why
   * @return a report without numbers
   */
  public static DrainReport nothing(String reason) {
    PhaseTimes none = PhaseTimes.NONE;
    return new DrainReport(0, 0, 0, 0, Strategy.INDEPENDENT, reason, none, none, none);
  }

  /**
   * Returns the report as lines for people.
   *
   * @return some lines, each with its end
   */
  public String explain() {
    return String.format(
        Locale.ROOT,
        "drained   %,d records, %,d bytes in %,d extents, %,d rounds%n"
            + "strategy  %s: %s%n"
            + "here      %s%n"
            + "shortest  %s%n"
            + "longest   %s%n",
        records,
        bytes,
        extents,
        rounds,
        strategy.name().toLowerCase(Locale.ROOT),
        reason,
        times,
        shortest,
        longest);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d records, %d bytes in %d extents and %d rounds, %s (%s); %s",
        records,
        bytes,
        extents,
        rounds,
        strategy.name().toLowerCase(Locale.ROOT),
        reason,
        times);
  }
}
