package org.burstlog.drain.files;

import org.burstlog.drain.DrainReport;
import org.burstlog.drain.PhaseTimes;

/**
 * What drains of this process have measured. With each drain that comes, what is older counts for
 * half as much.
 */
public final class Measured {
  /** How many numbers there are. */
  public static final int NUMBERS = 5;

  private static final int BYTES = 0;
  private static final int WRITE = 1;
  private static final int EXCHANGE = 2;
  private static final int OTHER = 3;
  private static final int DRAINS = 4;

  /** A drain counts as so many, so that halves of it count as well. */
  private static final long ONE = 1 << 10;

  private final long[] numbers = new long[NUMBERS];

  /** Nothing was measured. */
  public Measured() {}

  /**
   * Takes a drain into account.
   *
   * @param report what it did here
   */
  public synchronized void note(DrainReport report) {
    PhaseTimes times = report.times();
    if (times.allNanos() == 0) {
      return;
    }
    add(BYTES, report.bytes());
    add(WRITE, times.writeNanos());
    add(EXCHANGE, times.exchangeNanos());
    add(OTHER, times.planNanos() + times.syncNanos() + times.proveNanos());
    add(DRAINS, ONE);
  }

  private void add(int place, long value) {
    numbers[place] = numbers[place] / 2 + value;
  }

  /**
   * Returns numbers to be summed over all processes, for {@link #rates}.
   *
   * @return {@link #NUMBERS} of them
   */
  public synchronized long[] numbers() {
    return numbers.clone();
  }

  /**
   * Makes rates of what all processes have measured. A server is taken to be as fast as a writer,
   * as nobody can tell here which of them is the slower.
   *
   * @param sums of {@link #numbers} over all processes
   * @param at where they begin
   * @param processes how many processes there are, all of which are in an exchange while one gets
   *     bytes
   * @return usual rates where nothing was measured
   */
  public static Rates rates(long[] sums, int at, int processes) {
    long bytes = sums[at + BYTES];
    double writer = rate(bytes, sums[at + WRITE], Rates.USUAL.writer());
    double card = rate(bytes, sums[at + EXCHANGE] / processes, Rates.USUAL.card());
    long drains = sums[at + DRAINS];
    double fixed = drains == 0 ? Rates.USUAL.fixed() : sums[at + OTHER] / 1e9 * ONE / drains;
    return new Rates(writer, writer, card, fixed);
  }

  private static double rate(long bytes, long nanos, double usual) {
    return bytes == 0 || nanos == 0 ? usual : bytes * 1e9 / nanos;
  }
}
