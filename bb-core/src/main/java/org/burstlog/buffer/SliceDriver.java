package org.burstlog.buffer;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.jspecify.annotations.Nullable;

/**
 * The program's own calls take the steps, a bounded slice each, because no other thread may make
 * calls of a group. A call that waits for a drain takes its steps to the end.
 *
 * <p>Slices are taken by the thread that has made this, as MPI may allow no other. A slice waits
 * for no process: where others have to come first it ends, and while the drain rests. After a slice
 * puts go on as long as it took before the next, so that a burst of puts takes twice its time at
 * most.
 *
 * <p>Where the target is written without calls of MPI, a thread takes the steps that make no call
 * of the group, which are those that read logs and write to the target; slices then make calls of
 * the group and nothing else.
 */
final class SliceDriver implements Driver {
  /** A slice ends with the first step behind this time. */
  private static final long SLICE_NANOS = 1_000_000;

  /** The least time between slices: that others have come is not asked at each of many puts. */
  private static final long LEAST_PAUSE = 50_000;

  private final DrainQueue queue;
  private final Counters counters;
  private final @Nullable ExecutorService helper;
  private final boolean together;
  private final LongSupplier clock;
  private final Thread program = Thread.currentThread();

  /** Held by who takes steps. */
  private final ReentrantLock turn = new ReentrantLock();

  /** When the next slice may begin. */
  private long next;

  /**
   * For the thread that calls it.
   *
   * @param queue the drains
   * @param counters is told of the time in slices
   * @param helped whether another thread may take steps that make no call of the group
   * @param together whether a drain that has begun is the only one, in all processes
   */
  SliceDriver(DrainQueue queue, Counters counters, boolean helped, boolean together) {
    this(queue, counters, helped, together, System::nanoTime);
  }

  SliceDriver(
      DrainQueue queue, Counters counters, boolean helped, boolean together, LongSupplier clock) {
    this.queue = queue;
    this.counters = counters;
    this.helper = helped ? ThreadDriver.start("burstlog-drain") : null;
    this.together = together;
    this.clock = clock;
    this.next = clock.getAsLong();
  }

  /**
   * With another thread, what all have is found out here, where all are, so that the thread needs
   * nobody until it has written and synced all.
   */
  @Override
  public void begun() {
    if (helper == null) {
      return;
    }
    turn.lock();
    try {
      if (together) {
        queue.drive(queue::communicates, DrainQueue.Patience.WAITS);
        queue.drive(() -> !queue.communicates(), DrainQueue.Patience.WAITS);
      }
      handOn();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void await(EpochDrain drain) {
    turn.lock();
    try {
      queue.drive(drain::hasEnded, DrainQueue.Patience.WAITS);
      handOn();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void slice() {
    if (queue.size() == 0 || Thread.currentThread() != program || turn.isHeldByCurrentThread()) {
      return;
    }
    long begin = clock.getAsLong();
    if (begin - next < 0 || !turn.tryLock()) {
      return;
    }
    try {
      queue.drive(() -> isOver(begin), DrainQueue.Patience.NONE);
      handOn();
    } finally {
      turn.unlock();
    }
    long took = clock.getAsLong() - begin;
    next = begin + took + Math.max(took, LEAST_PAUSE);
    counters.add(Counter.SLICE_NANOS, took);
  }

  private boolean isOver(long begin) {
    return clock.getAsLong() - begin >= SLICE_NANOS || (helper != null && !queue.communicates());
  }

  /** Leaves the next steps to the other thread, if it may take them. */
  private void handOn() {
    ExecutorService other = helper;
    if (other != null && queue.size() > 0 && !queue.communicates()) {
      other.execute(this::help);
    }
  }

  private void help() {
    turn.lock();
    try {
      queue.drive(queue::communicates, DrainQueue.Patience.RESTS);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void close() {
    if (helper != null) {
      helper.shutdown();
    }
  }
}
