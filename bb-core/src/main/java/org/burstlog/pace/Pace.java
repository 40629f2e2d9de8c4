package org.burstlog.pace;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.burstlog.stats.Counters;
import org.burstlog.stats.Pause;
import org.burstlog.stats.RestCause;
import org.burstlog.stats.WaitCause;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the drains of one file out of the program's way in this process: says before each step of a
 * drain for how long to rest, and by how much to delay a put so that it need not stop.
 *
 * <p>A drain holds off while the program puts, as long as the gap that is forecast suffices for it;
 * and it keeps to a rate and a share of the time. It rests for none of these while it is in a
 * hurry: somebody waits for it, the log lacks room for the next burst, or the job ends soon.
 *
 * <p>Who drives a drain says that it {@linkplain #begin begins}, {@linkplain #rest rests} before
 * each step or asks whether it {@linkplain #mayStep may take} it, and says that it was {@linkplain
 * #stepped taken} and that the drain has {@linkplain #end ended}; one thread at a time.
 *
 * <p>A process that rests lets others wait in a round. So no process holds off for longer than its
 * forecast says, and what all come to hurries all.
 */
public final class Pace {
  /**
   * Whoever waits here looks again after so long at most: puts wake nobody, and a clock that is not
   * the system's does not either.
   */
  private static final long LOOK = 10_000_000;

  private static final int PERCENT = 100;

  private final PaceOptions options;
  private final LongSupplier clock;
  private final Fill fill;
  private final Counters counters;
  private final BooleanSupplier awaited;
  private final BooleanSupplier ending;
  private final Bursts bursts;
  private final Headway headway = new Headway();
  private final Backpressure backpressure;
  private final Rests rests;
  private int waiting;
  private boolean detached;

  /** The rest that has begun and not ended, and when the time of it was last looked at. */
  private @Nullable Pause pause;

  private long looked;

  /**
   * Begins with no drain under way.
   *
   * @param options what is allowed
   * @param clock nanoseconds since some moment
   * @param fill the logs of this process
   * @param counters is told of rests and delays
   * @param awaited whether somebody waits for drains of whatever file this is
   * @param ending whether somebody has said that the job ends soon
   */
  public Pace(
      PaceOptions options,
      LongSupplier clock,
      Fill fill,
      Counters counters,
      BooleanSupplier awaited,
      BooleanSupplier ending) {
    this.ending = ending;
    this.options = options;
    this.clock = clock;
    this.fill = fill;
    this.counters = counters;
    this.awaited = awaited;
    bursts = new Bursts(clock);
    backpressure = new Backpressure(options.delayAt(), fill);
    rests = new Rests(options, fill, bursts, headway, backpressure, clock.getAsLong());
  }

  /** Somebody who waits for drains of this file, until this is closed. */
  public final class Hurry implements AutoCloseable {
    private boolean counts;

    private Hurry(boolean counts) {
      this.counts = counts;
    }

    @Override
    public void close() {
      if (counts) {
        counts = false;
        waits(-1);
      }
    }
  }

  /**
   * Says that somebody waits from now on: a drain that rests goes on.
   *
   * @return to be closed when the wait has ended
   */
  public Hurry hurry() {
    return new Hurry(waits(1));
  }

  private synchronized boolean waits(int more) {
    if (detached && more > 0) {
      return false;
    }
    waiting += more;
    notifyAll();
    return true;
  }

  /** Says that the program waits for none of this any more, whoever says that he waits. */
  public synchronized void detach() {
    detached = true;
  }

  /**
   * Says that a drain begins.
   *
   * @param bytes what it moves of this process
   */
  public synchronized void begin(long bytes) {
    headway.begin(clock.getAsLong(), bytes);
    rests.begin();
  }

  /**
   * Tells whether the last drain of what is pending must begin: the job ends, or will when that
   * drain has ended, as long as drains of so much have taken so far.
   *
   * @return false also where nothing is known of the end
   */
  public boolean endsSoon() {
    if (ending.getAsBoolean()) {
      return true;
    }
    long pending = fill.handedOver() + fill.used();
    synchronized (this) {
      return rests.endsSoon(clock.getAsLong(), pending);
    }
  }

  /**
   * Says that a step was taken, behind a rest.
   *
   * @param moved what the drain has moved so far
   */
  public synchronized void stepped(long moved) {
    long before = headway.moved();
    headway.moved(moved);
    rests.worked(looked, clock.getAsLong(), headway.moved() - before);
  }

  /**
   * Says that the drain has ended.
   *
   * @param well whether all is in the target
   */
  public synchronized void end(boolean well) {
    headway.end(clock.getAsLong(), well);
    endRest();
    // Puts that are delayed need not be any more.
    notifyAll();
  }

  /** Rests before a step, as long as there is a reason. An interrupt is kept for later. */
  public void rest() {
    boolean interrupted = false;
    long nanos;
    do {
      // Not under the lock of this, as it has one of its own.
      long handedOver = fill.handedOver();
      synchronized (this) {
        nanos = look(handedOver, /* holdsOff= */ true);
        interrupted |= nanos > 0 && await(nanos);
      }
    } while (nanos > 0);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tells whether a call of the program may take a step, and waits for nothing. While it may not,
   * the drain rests.
   *
   * <p>Only a limit of rate or time is a reason: calls of the program are what bursts are made of,
   * and in a gap it may make none.
   *
   * @return true when nothing is against it
   */
  public boolean mayStep() {
    long handedOver = fill.handedOver();
    synchronized (this) {
      return look(handedOver, /* holdsOff= */ false) == 0;
    }
  }

  /** Tells for how long to rest, and counts the rest from its beginning to its end. */
  private long look(long handedOver, boolean holdsOff) {
    long now = clock.getAsLong();
    if (pause != null) {
      headway.rested(now - looked);
    }
    looked = now;
    boolean hurries = waiting > 0 || awaited.getAsBoolean() || ending.getAsBoolean();
    long nanos = rests.next(now, handedOver, hurries, holdsOff);
    RestCause cause = rests.cause();
    if (cause == null) {
      endRest();
    } else if (pause == null) {
      pause = counters.rests(cause);
    }
    return nanos;
  }

  private void endRest() {
    Pause over = pause;
    pause = null;
    if (over != null) {
      over.close();
    }
  }

  /** Waits until something has happened, or it is time to look again; tells of an interrupt. */
  private boolean await(long nanos) {
    try {
      TimeUnit.NANOSECONDS.timedWait(this, Math.min(nanos, LOOK));
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /**
   * Tells why the drain rests.
   *
   * @return the cause; null while it does not rest
   */
  public synchronized @Nullable RestCause resting() {
    return rests.cause();
  }

  /**
   * Says that something is about to be put. Delays it when the log fills faster than the drain
   * under way empties the next one, never for longer than that drain will take.
   *
   * @param bytes bytes of the put
   */
  public void beforePut(long bytes) {
    notePut();
    if (delays()) {
      delay(bytes);
    }
  }

  /** A burst that is like the last one and has room is not delayed. */
  private boolean delays() {
    if (!headway.isUnderWay() || !backpressure.isReached()) {
      return false;
    }
    long used = fill.used();
    long expected = bursts.expected(used);
    return expected == 0 || expected > fill.limit() - used;
  }

  /** Says that something is put, which is not delayed. */
  public void notePut() {
    bursts.put();
  }

  private void delay(long bytes) {
    long nanos = backpressure.owed(bytes, (long) work(fill.handedOver()));
    if (nanos == 0) {
      return;
    }
    long begun = clock.getAsLong();
    boolean interrupted = false;
    Pause pause = counters.waits(WaitCause.DELAY);
    Hurry hurry = hurry();
    try {
      synchronized (this) {
        long rest = nanos;
        while (rest > 0 && headway.isUnderWay() && !interrupted) {
          // A delay is good for nothing but time, so an interrupt ends it.
          interrupted = await(rest);
          rest = begun + nanos - clock.getAsLong();
        }
      }
    } finally {
      hurry.close();
      pause.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tells whether a put would be delayed now.
   *
   * @param bytes bytes of the put
   * @return true when it would
   */
  public boolean wouldDelay(long bytes) {
    return delays() && backpressure.delay(bytes, (long) work(fill.handedOver())) > 0;
  }

  /**
   * Says that what was put so far was handed over.
   *
   * @param bytes how much that is
   */
  public void handedOver(long bytes) {
    bursts.handedOver(bytes);
  }

  /**
   * Returns what was moved by the drain under way.
   *
   * @return bytes of its epoch
   */
  public synchronized long moved() {
    return headway.moved();
  }

  /** Tells how long drains of so many bytes will probably work yet; 0 when nothing is known. */
  private synchronized double work(long pending) {
    return pending == 0 ? 0 : headway.left(clock.getAsLong(), pending);
  }

  /**
   * Tells how long it will probably take until so many bytes are drained, while nobody waits for
   * it.
   *
   * @param pending bytes, those of the drain under way included
   * @return nanoseconds; 0 when nothing is known, or nothing is to be drained
   */
  public long left(long pending) {
    double working = work(pending);
    double shared = working * PERCENT / options.share();
    double limited =
        working == 0 || options.rate() == 0
            ? 0
            : (pending - moved()) * (double) TimeUnit.SECONDS.toNanos(1) / options.rate();
    return (long) Math.max(shared, limited);
  }
}
