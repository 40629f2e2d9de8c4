package org.burstlog.pace;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.burstlog.drain.Task;
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
 * <p>A process that rests lets others wait in a round. So no process holds off for longer than its
 * forecast says, and what all come to hurries all.
 */
public final class Pace {
  /**
   * Whoever waits here looks again after so long at most: puts wake nobody, and a clock that is not
   * the system's does not either.
   */
  private static final long LOOK = 10_000_000;

  /** Drains take so many times longer than is expected of them, to be on the safe side. */
  private static final int SAFETY = 2;

  /** What else must be done before a job ends: syncs, closes, the end of the program. */
  private static final long MARGIN = 60_000_000_000L;

  private static final double SECOND = 1e9;
  private static final double PERCENT = 100;

  private final PaceOptions options;
  private final LongSupplier clock;
  private final Fill fill;
  private final Counters counters;
  private final BooleanSupplier awaited;
  private final Backpressure backpressure;
  private final Bursts bursts;
  private final Headway headway = new Headway();
  private final TokenBucket rate = new TokenBucket();
  private final TokenBucket share = new TokenBucket();

  /** When the job ends, by the clock; no time at all where that is not known. */
  private final long end;

  private int waiting;
  private boolean detached;

  /** Whether what is done now is not held against later rests. */
  private boolean hurries;

  private boolean holds;
  private long heldSince;

  /** Why the drain rests now; null while it does not. */
  private @Nullable RestCause resting;

  /**
   * Begins with no drain under way.
   *
   * @param options what is allowed
   * @param clock nanoseconds since some moment
   * @param fill the logs of this process
   * @param counters is told of rests and delays
   * @param awaited whether somebody waits for drains of whatever file this is
   */
  public Pace(
      PaceOptions options,
      LongSupplier clock,
      Fill fill,
      Counters counters,
      BooleanSupplier awaited) {
    this.options = options;
    this.clock = clock;
    this.fill = fill;
    this.counters = counters;
    this.awaited = awaited;
    bursts = new Bursts(clock);
    backpressure = new Backpressure(options.delayAt(), fill);
    end = clock.getAsLong() + options.remaining().map(left -> left.toNanos()).orElse(0L);
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
   * Takes all steps of a drain, and rests between them.
   *
   * @param <T> what comes of it
   * @param task the drain
   * @param bytes what it moves of this process
   * @return the result
   * @throws IOException when it has failed
   */
  public <T> T run(Task<T> task, long bytes) throws IOException {
    begin(bytes);
    boolean well = false;
    try {
      Task.Progress made;
      do {
        rest();
        long begun = clock.getAsLong();
        made = task.step();
        stepped(begun, task.moved());
        if (made == Task.Progress.WAITS) {
          task.await();
        }
      } while (made != Task.Progress.DONE);
      well = true;
      return task.result();
    } finally {
      end(well);
    }
  }

  private synchronized void begin(long bytes) {
    headway.begin(clock.getAsLong(), bytes);
    holds = false;
  }

  private synchronized void stepped(long begun, long moved) {
    long before = headway.moved();
    headway.moved(moved);
    if (hurries) {
      return;
    }
    if (options.rate() > 0) {
      rate.spend(begun, (headway.moved() - before) * SECOND / options.rate());
    }
    if (options.share() < PERCENT) {
      share.spend(begun, (clock.getAsLong() - begun) * PERCENT / options.share());
    }
  }

  private synchronized void end(boolean well) {
    headway.end(clock.getAsLong(), well);
    // Puts that are delayed need not be any more.
    notifyAll();
  }

  /** Rests as long as there is a reason. An interrupt is kept for later. */
  private void rest() {
    long since = clock.getAsLong();
    Pause pause = null;
    boolean interrupted = false;
    long nanos;
    do {
      long used = fill.used();
      // Not under the lock of this, as it has one of its own.
      long handedOver = fill.handedOver();
      synchronized (this) {
        long now = clock.getAsLong();
        headway.rested(now - since);
        since = now;
        nanos = restNow(now, used, handedOver);
        RestCause cause = resting;
        if (pause == null && cause != null) {
          pause = counters.rests(cause);
        }
        interrupted |= nanos > 0 && await(nanos);
      }
    } while (nanos > 0);
    if (pause != null) {
      pause.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
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

  /** Tells for how long to rest, if nothing happens meanwhile, and notes why. */
  private long restNow(long now, long used, long handedOver) {
    // Also in a hurry: it is by looking that gaps are found.
    boolean burst = bursts.isOn(now, used);
    resting = null;
    hurries = waiting > 0 || awaited.getAsBoolean() || lacksRoom(used);
    hurries |= endsSoon(now, handedOver + used);
    if (hurries) {
      return 0;
    }
    long most = 0;
    for (RestCause cause : RestCause.values()) {
      long nanos =
          switch (cause) {
            case BURST -> holdOff(now, burst, handedOver);
            case RATE -> rate.rest(now);
            case SHARE -> share.rest(now);
          };
      if (nanos > most) {
        most = nanos;
        resting = cause;
      }
    }
    return most;
  }

  private boolean endsSoon(long now, long pending) {
    double need = MARGIN + SAFETY * headway.left(now, pending);
    return options.remaining().isPresent() && need >= end - now;
  }

  private boolean lacksRoom(long used) {
    long limit = fill.limit();
    return backpressure.isReached() || bursts.expected(used) > limit - used;
  }

  /** While a burst is on, the drain begins so early that it ends with the gap to come. */
  private long holdOff(long now, boolean burst, long handedOver) {
    if (!burst) {
      holds = false;
      return 0;
    }
    long gap = bursts.forecast();
    if (gap < 0 || !headway.isKnown() || headway.bytes() == 0) {
      return 0;
    }
    if (!holds) {
      holds = true;
      heldSince = now;
    }
    double latest = heldSince - now + gap - SAFETY * limited(headway.left(now, handedOver));
    return (long) Math.max(0, latest);
  }

  /** How long it takes what takes so long by itself, with the rests between. */
  private double limited(double nanos) {
    double worked = nanos * PERCENT / options.share();
    double moved =
        options.rate() == 0 ? 0 : (headway.bytes() - headway.moved()) * SECOND / options.rate();
    return Math.max(worked, moved);
  }

  /**
   * Tells why the drain rests.
   *
   * @return the cause; null while it does not rest
   */
  public synchronized @Nullable RestCause resting() {
    return resting;
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

  private boolean delays() {
    return headway.isUnderWay() && backpressure.isReached();
  }

  /** Says that something is put, which is not delayed. */
  public void notePut() {
    bursts.put();
  }

  private void delay(long bytes) {
    long nanos = backpressure.owed(bytes, left());
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
    return delays() && backpressure.delay(bytes, left()) > 0;
  }

  /** Says that what was put so far was handed over. */
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

  /**
   * Tells how long the drains of what was handed over will probably work yet.
   *
   * @return nanoseconds; 0 when nothing is known, or nothing was handed over
   */
  public long left() {
    long pending = fill.handedOver();
    if (pending == 0) {
      return 0;
    }
    synchronized (this) {
      return (long) headway.left(clock.getAsLong(), pending);
    }
  }
}
