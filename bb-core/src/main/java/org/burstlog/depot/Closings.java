package org.burstlog.depot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.burstlog.BurstlogException;
import org.burstlog.storage.Pause;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * Files of this process whose close goes on while the program does: draining what is left, and all
 * that a close does with other processes.
 *
 * <p>Each has a thread of its own, because processes that are threads of one virtual machine wait
 * for each other in it. The threads are no daemons, so the virtual machine ends only after them.
 */
public final class Closings {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /**
   * So many files of one program thread may be closing at once: each has logs on the tier, and
   * buffers for its drain.
   */
  private static final int MOST = 2;

  private final Deque<Closing> underWay = new ArrayDeque<>();
  private final Deque<Runnable> preparations = new ArrayDeque<>();
  private final List<Background> drains = new ArrayList<>();

  /** How many wait for closes, or for the end of what goes on in threads. */
  private final AtomicInteger waiting = new AtomicInteger();

  private @Nullable IOException failure;

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

  private record Closing(Path path, Thread begunBy, FutureTask<Boolean> task) {}

  Closings() {}

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
   * @throws IOException when an earlier close has failed that nobody was told of; this one goes on
   */
  public void begin(Path target, Close close) throws IOException {
    prepare();
    awaitRoom();
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              close.run();
              return true;
            });
    synchronized (this) {
      underWay.add(new Closing(TargetPath.canonical(target), Thread.currentThread(), task));
    }
    new Thread(() -> run(target, task), "burstlog-close").start();
    tellFailure();
  }

  private void run(Path target, FutureTask<Boolean> task) {
    task.run();
    try {
      boolean closed = task.get();
      assert closed;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted, though it has ended", e);
    } catch (ExecutionException e) {
      failed(target, Objects.requireNonNullElse(e.getCause(), e));
    }
    synchronized (this) {
      underWay.removeIf(closing -> closing.task == task);
      notifyAll();
    }
  }

  private synchronized void failed(Path target, Throwable cause) {
    String message =
        "closing " + target + " in the background failed: " + BurstlogException.reason(cause);
    IOException told = new BurstlogException(message, cause);
    LOGGER.log(System.Logger.Level.ERROR, message);
    if (failure == null) {
      failure = told;
    } else {
      failure.addSuppressed(told);
    }
  }

  private synchronized void tellFailure() throws IOException {
    IOException told = failure;
    failure = null;
    if (told != null) {
      throw told;
    }
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
    tellFailure();
  }

  /** An interrupt is kept for later. */
  private void await(BooleanSupplier condition) {
    waiting.incrementAndGet();
    Pause.until(this, condition);
    waiting.decrementAndGet();
  }
}
