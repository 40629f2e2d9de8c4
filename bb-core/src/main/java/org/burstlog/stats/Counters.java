package org.burstlog.stats;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.PhaseTimes;

/**
 * Counts what the burst buffer of a file does in this process. Several threads may count.
 *
 * <p>Of the first {@value #TIMED} puts each is timed: they are slower than those behind them, as
 * the code is not compiled yet. Behind them the clock is looked at for one put of {@value #SAMPLED}
 * only: it costs as much as a small part of a put, and the mean of many is what matters.
 */
public final class Counters {
  private static final int TIMED = 64;
  private static final int SAMPLED = 64;

  /**
   * What a moment has that is one of a put that stands for itself alone; the others have it not.
   */
  private static final long ALONE = 1;

  /** Keeps a moment from being none. */
  private static final long SOME = 2;

  // No adders of cells: threads that put take turns in the log anyway.
  private final Map<Counter, AtomicLong> counts = zeros(Counter.class);
  private final Map<DrainReason, AtomicLong> drains = zeros(DrainReason.class);

  /** Not exact with several threads, and need not be. */
  private long sequence;

  private final AtomicLong samples = new AtomicLong();
  private final AtomicLong sampledNanos = new AtomicLong();
  private final LongSupplier clock;

  private final String target;

  /**
   * Nothing counted yet.
   *
   * @param target what the target is called in events
   */
  public Counters(String target) {
    this(target, System::nanoTime);
  }

  Counters(String target, LongSupplier clock) {
    this.target = target;
    this.clock = clock;
  }

  String target() {
    return target;
  }

  /**
   * Says that something begins that takes time: a drain, or a put that found the log full.
   *
   * @return to be told how it ended
   */
  public Span begin() {
    return new Span(this);
  }

  /**
   * Says that the program waits for a drain from now on.
   *
   * @param cause why
   * @return to be closed when it goes on
   */
  public Pause waits(WaitCause cause) {
    return Pause.of(this, cause);
  }

  /**
   * Says that a drain rests from now on.
   *
   * @param cause why
   * @return to be closed when it goes on
   */
  public Pause rests(RestCause cause) {
    return Pause.of(this, cause);
  }

  private static <E extends Enum<E>> Map<E, AtomicLong> zeros(Class<E> type) {
    Map<E, AtomicLong> all = new EnumMap<>(type);
    for (E one : type.getEnumConstants()) {
      all.put(one, new AtomicLong());
    }
    return all;
  }

  private static <E extends Enum<E>> AtomicLong of(Map<E, AtomicLong> all, E one) {
    return Objects.requireNonNull(all.get(one));
  }

  /**
   * Adds to a counter.
   *
   * @param counter which
   * @param value how much
   */
  public void add(Counter counter, long value) {
    of(counts, counter).getAndAdd(value);
  }

  /**
   * Returns a counter as it is now.
   *
   * @param counter which
   * @return its value
   */
  public long get(Counter counter) {
    return of(counts, counter).get();
  }

  /**
   * Says that a put begins.
   *
   * @return what to give to {@link #endPut}
   */
  public long beginPut() {
    long number = sequence++;
    if (number < TIMED) {
      return clock.getAsLong() | ALONE;
    }
    return (number & (SAMPLED - 1)) == 0 ? (clock.getAsLong() | SOME) & ~ALONE : 0;
  }

  /**
   * Counts a put of the program.
   *
   * @param bytes bytes of the put
   */
  public void put(long bytes) {
    add(Counter.PUTS, 1);
    add(Counter.PUT_BYTES, bytes);
  }

  /**
   * Takes back a put that the program has cancelled.
   *
   * @param bytes bytes of the put
   */
  public void cancelled(long bytes) {
    add(Counter.PUTS, -1);
    add(Counter.PUT_BYTES, -bytes);
  }

  /**
   * Says that a put, or a part of one, is in the log.
   *
   * @param begun what {@link #beginPut} returned
   */
  public void endPut(long begun) {
    if (begun == 0) {
      return;
    }
    long nanos = clock.getAsLong() - begun;
    add(Counter.PUT_NANOS, nanos);
    if ((begun & ALONE) == 0) {
      samples.getAndIncrement();
      sampledNanos.getAndAdd(nanos);
    }
  }

  /**
   * Says how much lies in the logs of this process, to keep the most.
   *
   * @param bytes bytes that are not known to be in the target
   */
  public void pending(long bytes) {
    of(counts, Counter.PENDING_PEAK_BYTES).accumulateAndGet(bytes, Math::max);
  }

  /**
   * Counts a wait for a drain that the program asked for, or that its full log made necessary.
   *
   * @param reason of the drain
   * @param nanos how long it waited
   */
  public void waited(DrainReason reason, long nanos) {
    add(Counter.DRAIN_WAIT_NANOS, nanos);
    switch (reason) {
      case CLOSE -> add(Counter.CLOSE_WAIT_NANOS, nanos);
      case FULL, FULL_ALONE -> add(Counter.FULL_WAIT_NANOS, nanos);
      default -> {}
    }
  }

  /**
   * Counts an epoch that was handed over.
   *
   * @param nanos how long that took
   */
  public void sealed(long nanos) {
    add(Counter.SEALS, 1);
    add(Counter.SEAL_NANOS, nanos);
  }

  void drained(DrainReason reason, DrainReport report, long nanos) {
    of(drains, reason).getAndIncrement();
    add(Counter.DRAINED_RECORDS, report.records());
    add(Counter.DRAINED_BYTES, report.bytes());
    add(Counter.DRAINED_EXTENTS, report.extents());
    add(Counter.ROUNDS, report.rounds());
    add(Counter.DRAIN_NANOS, nanos);
    PhaseTimes times = report.times();
    add(Counter.PLAN_NANOS, times.planNanos());
    add(Counter.GATHER_NANOS, times.gatherNanos());
    add(Counter.EXCHANGE_NANOS, times.exchangeNanos());
    add(Counter.WAIT_NANOS, times.waitNanos());
    add(Counter.AGREE_NANOS, times.agreeNanos());
    add(Counter.WRITE_NANOS, times.writeNanos());
    add(Counter.SYNC_NANOS, times.syncNanos());
    add(Counter.PROVE_NANOS, times.proveNanos());
  }

  /** How long those took that were not timed, if as long as those that stand for them. */
  private long estimate() {
    long behind = Math.max(sequence - TIMED, 0);
    long untimed = behind - (behind + SAMPLED - 1) / SAMPLED;
    double mean = sampledNanos.get() / (double) Math.max(samples.get(), 1);
    return (long) (mean * untimed);
  }

  /**
   * Returns the counts as they are now.
   *
   * @return a copy
   */
  public Statistics snapshot() {
    Map<Counter, Long> counted = new EnumMap<>(Counter.class);
    counts.forEach((counter, count) -> counted.put(counter, count.get()));
    counted.put(Counter.ESTIMATED_PUT_NANOS, estimate());
    counted.merge(Counter.PUT_NANOS, estimate(), Long::sum);
    Map<DrainReason, Long> reasons = new EnumMap<>(DrainReason.class);
    drains.forEach((reason, count) -> reasons.put(reason, count.get()));
    return new Statistics(counted, reasons);
  }
}
