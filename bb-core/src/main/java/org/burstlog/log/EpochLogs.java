package org.burstlog.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.burstlog.storage.Pause;
import org.jspecify.annotations.Nullable;

/**
 * The logs of one process in a session: one takes puts, the others hold sealed epochs, or nothing.
 *
 * <pre>
 *            seal                     release
 *  current ────────►  sealed epoch ─────────────►  idle ──► current at one of the next seals
 * </pre>
 *
 * <p>Whoever calls {@link #seal} or {@link #release} keeps others from putting meanwhile; that
 * makes them quick, so puts hardly notice.
 */
public final class EpochLogs {
  private final DefinedArrays arrays;
  private final Deque<Epoch> sealed = new ArrayDeque<>();
  private final List<LogWriter> idle = new ArrayList<>();
  private volatile LogWriter current;

  /** The largest number of an epoch that was given to a log. */
  private int numbered;

  /**
   * Begins with one log.
   *
   * @param arrays the arrays that are put to, the same for all logs
   * @param first takes puts
   */
  public EpochLogs(DefinedArrays arrays, LogWriter first) {
    this.arrays = arrays;
    this.current = first;
    this.numbered = first.epoch().number();
  }

  /**
   * Returns the arrays that are put to.
   *
   * @return the arrays, to be added to
   */
  public DefinedArrays arrays() {
    return arrays;
  }

  /**
   * Returns the log that takes puts.
   *
   * @return another one after each seal
   */
  public LogWriter current() {
    return current;
  }

  /**
   * Gives out the number of an epoch, for a log that holds nothing. Each number is given once, so
   * the first seal goes on with the number behind the current one, and so on, in every process
   * alike.
   *
   * @return the number behind all that were given
   */
  public synchronized int nextEpoch() {
    numbered++;
    return numbered;
  }

  /**
   * Adds a log that takes puts some time.
   *
   * @param log an empty log, of an epoch that {@link #nextEpoch} gave
   */
  public synchronized void add(LogWriter log) {
    idle.add(log);
    notifyAll();
  }

  /**
   * Makes an epoch of what was put so far; puts go on into the log that has the next number. Waits
   * for that log where it is just beginning anew.
   *
   * @return the epoch
   * @throws IllegalStateException when no log has or gets that number
   */
  public synchronized Epoch seal() {
    LogWriter next = awaitIdle(current.epoch().number() + 1);
    Epoch epoch = new Epoch(current);
    current.tellSealed();
    sealed.add(epoch);
    current = next;
    return epoch;
  }

  private LogWriter awaitIdle(int number) {
    Pause.until(this, () -> findIdle(number) != null);
    LogWriter log = Objects.requireNonNull(findIdle(number));
    idle.remove(log);
    return log;
  }

  private @Nullable LogWriter findIdle(int number) {
    for (LogWriter log : idle) {
      if (log.epoch().number() == number) {
        return log;
      }
    }
    if (numbered < number) {
      throw new IllegalStateException("no log is idle");
    }
    return null;
  }

  /**
   * Makes an epoch of what was put so far, without another log to go on with: nobody puts until it
   * is released, or given back by not being used any more.
   *
   * @return the epoch; not among {@link #sealed}
   */
  public synchronized Epoch hold() {
    return new Epoch(current);
  }

  /**
   * Leaves a number for those who read the target meanwhile, in place of the one before.
   *
   * @param mark the number, not smaller than the one before
   */
  public synchronized void mark(long mark) {
    current.tellMark(mark);
  }

  /**
   * Returns the sealed epochs.
   *
   * @return those that are not released, the oldest first
   */
  public synchronized List<Epoch> sealed() {
    return List.copyOf(sealed);
  }

  /**
   * Returns how much is sealed.
   *
   * @return bytes in the epochs that are sealed and not released
   */
  public synchronized long sealedBytes() {
    return sealed.stream().mapToLong(Epoch::bytes).sum();
  }

  /**
   * Returns how much is pending.
   *
   * @return bytes in all epochs
   */
  public synchronized long pendingBytes() {
    return current.pendingBytes() + sealedBytes();
  }

  /**
   * Takes an epoch away from those that read what is pending, because its data is proven in the
   * target. It is to be {@linkplain #release released} then.
   *
   * @param epoch the oldest sealed one, or one that {@link #hold} returned when nothing was sealed
   */
  public synchronized void take(Epoch epoch) {
    if (epoch.log() != current && sealed.poll() != epoch) {
      throw new IllegalStateException(epoch + " is not the oldest");
    }
  }

  /**
   * Gives up an epoch that was {@linkplain #take taken}: its log begins anew.
   *
   * @param epoch the epoch
   * @throws IOException when its log cannot begin anew; it is as if it were not taken then
   */
  public void release(Epoch epoch) throws IOException {
    release(epoch, 0, false);
  }

  /**
   * As {@link #release(Epoch)}, and its data may be kept, for programs that read it again.
   *
   * @param epoch the epoch
   * @param drain number of the drain that brought it to the target, the same in every process
   * @return number of the epoch whose records its log takes from now on
   * @throws IOException when its log cannot begin anew; it is as if it were not taken then
   */
  public int release(Epoch epoch, long drain) throws IOException {
    release(epoch, drain, true);
    return epoch.log().epoch().number();
  }

  private void release(Epoch epoch, long drain, boolean kept) throws IOException {
    LogWriter log = epoch.log();
    if (log == current) {
      epoch.release(epoch.id().number(), drain, kept);
      return;
    }
    try {
      epoch.release(epoch.successor(this::nextEpoch), drain, kept);
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        sealed.addFirst(epoch);
      }
      throw e;
    }
    add(log);
  }

  /**
   * Gives up all records, as all processes do.
   *
   * @param drain a number behind that of the last drain, the same in every process
   * @throws IOException when a log cannot begin anew
   */
  public void forget(long drain) throws IOException {
    for (Epoch epoch : sealed()) {
      take(epoch);
      release(epoch, drain, false);
    }
    release(hold(), drain, false);
  }
}
