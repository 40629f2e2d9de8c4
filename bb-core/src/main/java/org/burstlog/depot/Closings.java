package org.burstlog.depot;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.burstlog.BurstlogException;
import org.burstlog.storage.Pause;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * Files of this process whose close goes on while the program does: draining what is left, and all
 * that a close does with other processes.
 *
 * <p>Each has a thread of its own, because processes that are threads of one virtual machine wait
 * for each other in it. The threads are no daemons, so a virtual machine whose program has returned
 * ends only after them. {@link #awaitAtExit} waits for them where the program ends in another way.
 */
public final class Closings {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /**
   * So many files of one program thread may be closing at once: each has logs on the tier, and
   * buffers for its drain.
   */
  private static final int MOST = 2;

  /** A drain that has moved nothing for so long will not do so while the process ends. */
  private static final Duration STANDSTILL = Duration.ofSeconds(30);

  /** A wait at the end of a process is told of behind this time. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final Consumer<Closings> firstBegun;
  private final LongAdder steps = new LongAdder();
  private final Deque<Closing> underWay = new ArrayDeque<>();

  /** Closes that have failed, and nobody was told. */
  private final List<Closing> failed = new ArrayList<>();

  private final Deque<Runnable> preparations = new ArrayDeque<>();
  private final List<Background> drains = new ArrayList<>();

  /** How many wait for closes, or for the end of what goes on in threads. */
  private final AtomicInteger waiting = new AtomicInteger();

  private boolean begun;

  /** Work that closes a file. */
  @FunctionalInterface
  public interface Close {
    /**
     * Closes the file, with all processes that share it.
     *
     * @throws IOException when that failed
     */
    void run() throws IOException;
  }

  /** Drains of one file that go on in a thread. */
  public interface Background {
    /** Waits until none goes on, however they end. */
    void awaitEmpty();
  }

  /** A close that was begun. */
  public final class Closing {
    private final Path target;
    private final Path path;
    private final Thread begunBy = Thread.currentThread();
    private @Nullable IOException failure;

    private Closing(Path target) {
      this.target = target;
      this.path = TargetPath.canonical(target);
    }

    /**
     * Tells whether it goes on.
     *
     * @return false when it has ended, in whatever way
     */
    public boolean isUnderWay() {
      synchronized (Closings.this) {
        return underWay.contains(this);
      }
    }

    /**
     * Waits for its end. An interrupt is kept for later.
     *
     * @throws IOException when it failed, at each call
     */
    public void await() throws IOException {
      synchronized (Closings.this) {
        Closings.this.await(() -> !underWay.contains(this));
        failed.remove(this);
        if (failure != null) {
          throw failure;
        }
      }
    }
  }

  Closings() {
    this(closings -> {});
  }

  /**
   * Begins with nothing under way.
   *
   * @param firstBegun is told when the first close begins
   */
  Closings(Consumer<Closings> firstBegun) {
    this.firstBegun = firstBegun;
  }

  /**
   * Has something done before the next drain or close begins in the background, by the program's
   * thread: what processes need that have such, and others need not pay for.
   *
   * @param preparation done once
   */
  public synchronized void prepareBy(Runnable preparation) {
    preparations.add(preparation);
  }

  /** Does what was asked for by {@link #prepareBy}. */
  private void prepare() {
    for (Runnable next = preparation(); next != null; next = preparation()) {
      next.run();
    }
  }

  private synchronized @Nullable Runnable preparation() {
    return preparations.poll();
  }

  /**
   * Says that a thread of its own takes the steps of a file's drains from now on.
   *
   * @param file its drains
   */
  public void drained(Background file) {
    prepare();
    synchronized (this) {
      drains.add(file);
    }
  }

  /**
   * Says that it does no more.
   *
   * @param file its drains
   */
  public synchronized void ended(Background file) {
    drains.remove(file);
  }

  /**
   * Waits until no close goes on in the background, and no drain in a thread of its own, however
   * they end: for whoever ends what they need, such as MPI.
   */
  public void settle() {
    List<Background> all;
    synchronized (this) {
      await(underWay::isEmpty);
      all = List.copyOf(drains);
    }
    waiting.incrementAndGet();
    all.forEach(Background::awaitEmpty);
    waiting.decrementAndGet();
  }

  /**
   * Closes a file in the background. Waits for an earlier one where too many are being closed.
   *
   * @param target its path
   * @param close what closes it
   * @return what goes on
   */
  public Closing begin(Path target, Close close) {
    prepare();
    awaitRoom();
    Closing closing = new Closing(target);
    boolean first;
    synchronized (this) {
      first = !begun;
      begun = true;
      underWay.add(closing);
    }
    if (first) {
      firstBegun.accept(this);
    }
    new Thread(() -> run(closing, close), "burstlog-close").start();
    return closing;
  }

  private void run(Closing closing, Close close) {
    Throwable cause = null;
    try {
      close.run();
    } catch (Throwable e) {
      // Whatever it was: others wait for the end.
      cause = e;
    }
    synchronized (this) {
      if (cause != null) {
        failed(closing, cause);
      }
      underWay.remove(closing);
      notifyAll();
    }
  }

  private void failed(Closing closing, Throwable cause) {
    String message =
        "closing "
            + closing.target
            + " in the background failed: "
            + BurstlogException.reason(cause);
    LOGGER.log(System.Logger.Level.ERROR, message);
    closing.failure = new BurstlogException(message, cause);
    failed.add(closing);
  }

  /**
   * Throws what went wrong with closes that have ended, unless somebody was told.
   *
   * @throws IOException the first failure; the others are suppressed in it
   */
  public synchronized void tellFailures() throws IOException {
    IOException first = null;
    for (Closing each : failed) {
      if (first == null) {
        first = each.failure;
      } else if (each.failure != null) {
        first.addSuppressed(each.failure);
      }
    }
    failed.clear();
    if (first != null) {
      throw first;
    }
  }

  /** Says that a drain has taken a step. */
  public void stepped() {
    steps.increment();
  }

  /**
   * Waits for closes as long as anything is drained at all, and says on a stream what it waits for
   * and what it gives up. For a process that is told to end: by {@code System.exit} or a signal.
   *
   * @param told is told in one line each
   */
  void awaitAtExit(PrintStream told) {
    awaitAtExit(told, MOMENT, STANDSTILL);
  }

  /** As above, and looks each time that a moment has passed. */
  void awaitAtExit(PrintStream told, Duration moment, Duration standstill) {
    long seen = steps.sum();
    long changed = System.nanoTime();
    boolean says = true;
    waiting.incrementAndGet();
    synchronized (this) {
      while (!underWay.isEmpty() && System.nanoTime() - changed < standstill.toNanos()) {
        if (pause(moment.toNanos()) && says) {
          says = false;
          told.println(
              "burstlog: the process ends when these files are closed, whose data is in the burst"
                  + " buffer until then: "
                  + paths());
        }
        long now = steps.sum();
        if (now != seen) {
          seen = now;
          changed = System.nanoTime();
        }
      }
      if (!underWay.isEmpty()) {
        told.println(
            "burstlog: the process ends though these files are not closed, because no drain has"
                + " moved anything for "
                + standstill.toSeconds()
                + " seconds; their logs are kept for bb recover: "
                + paths());
      }
    }
    waiting.decrementAndGet();
  }

  /** Waits until a close has ended, but for so long at most; tells whether it was so long. */
  private boolean pause(long nanos) {
    long begin = System.nanoTime();
    try {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    } catch (InterruptedException e) {
      // Nobody interrupts a hook on purpose.
      return false;
    }
    return System.nanoTime() - begin >= nanos;
  }

  private String paths() {
    return underWay.stream().map(each -> each.target.toString()).collect(Collectors.joining(", "));
  }

  private synchronized void awaitRoom() {
    Thread self = Thread.currentThread();
    await(() -> underWay.stream().filter(closing -> closing.begunBy == self).count() < MOST);
  }

  /**
   * Waits until a file is not being closed any more.
   *
   * @param target its path
   */
  public synchronized void await(Path target) {
    if (!underWay.isEmpty()) {
      Path path = TargetPath.canonical(target);
      await(() -> underWay.stream().noneMatch(closing -> closing.path.equals(path)));
    }
  }

  /**
   * Tells whether somebody waits for these: what drains a file does not take its time then.
   *
   * @return whether anybody does
   */
  public boolean isAwaited() {
    return waiting.get() > 0;
  }

  /**
   * Waits until no close goes on in the background.
   *
   * @throws IOException when closing one failed that nobody was told of
   */
  public void awaitAll() throws IOException {
    synchronized (this) {
      await(underWay::isEmpty);
    }
    tellFailures();
  }

  /** An interrupt is kept for later. */
  private void await(BooleanSupplier condition) {
    waiting.incrementAndGet();
    Pause.until(this, condition);
    waiting.decrementAndGet();
  }
}
