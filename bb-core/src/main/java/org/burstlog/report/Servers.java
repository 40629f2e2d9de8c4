package org.burstlog.report;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What was written to each server of the target's file system, and in which time, as far as the
 * striping of the target is known. Servers behind the first {@value #MOST} are not looked at.
 */
public final class Servers {
  /** How many servers are looked at. */
  static final int MOST = 64;

  /** Less than this says nothing about a server. */
  private static final long TELLING = 1 << 20;

  private static final double NANOS = 1e9;

  private final long[] numbers;

  private Servers(long[] numbers) {
    this.numbers = numbers;
  }

  /** Takes bytes of all servers, and behind them nanoseconds. */
  static Servers of(long[] numbers) {
    return new Servers(Arrays.copyOf(numbers, 2 * MOST));
  }

  /** Returns what {@link #of} takes. */
  long[] numbers() {
    return numbers.clone();
  }

  /**
   * Returns what was written to a server.
   *
   * @param server its number
   * @return bytes
   */
  public long bytes(int server) {
    return numbers[server];
  }

  /**
   * Returns how long writing to a server took.
   *
   * @param server its number
   * @return nanoseconds
   */
  public long nanos(int server) {
    return numbers[MOST + server];
  }

  /** Returns bytes a second. */
  double rate(int server) {
    return bytes(server) * NANOS / Math.max(1, nanos(server));
  }

  /** Returns the servers that were written to. */
  int[] written() {
    return IntStream.range(0, MOST).filter(server -> bytes(server) > 0).toArray();
  }

  private int[] telling() {
    return IntStream.range(0, MOST).filter(server -> bytes(server) >= TELLING).toArray();
  }

  /** Returns the server with the lowest rate; nothing where fewer than two can be compared. */
  OptionalInt slowest() {
    int[] compared = telling();
    return compared.length < 2
        ? OptionalInt.empty()
        : IntStream.of(compared)
            .boxed()
            .min((a, b) -> Double.compare(rate(a), rate(b)))
            .map(OptionalInt::of)
            .orElse(OptionalInt.empty());
  }

  /** Returns the median of the rates of all servers but one. */
  double medianWithout(int server) {
    double[] rates =
        IntStream.of(telling())
            .filter(other -> other != server)
            .mapToDouble(this::rate)
            .sorted()
            .toArray();
    return rates.length == 0 ? rate(server) : rates[rates.length / 2];
  }
}
