package org.burstlog.group;

import java.io.IOException;
import java.util.Arrays;

/**
 * Counts the calls of a group and its duplicates, and how often a process waits; may be told not to
 * let it wait.
 */
public final class WatchedGroup extends ForwardingGroup {
  private final Count count;
  private int begunBefore;
  private int meetingsBefore;
  private boolean neverWaits;

  /** What a process has done in a group and all its duplicates; one thread uses them. */
  private static final class Count {
    private int begun;
    private int underWay;
    private int meetings;
    private long mostExchanged;
  }

  /**
   * Watches a group.
   *
   * @param real where everything goes
   */
  public WatchedGroup(ProcessGroup real) {
    this(real, new Count());
  }

  private WatchedGroup(ProcessGroup real, Count count) {
    super(real);
    this.count = count;
  }

  /** Counts from here on. Nothing is under way. */
  public void countAnew() {
    begunBefore = count.begun;
    meetingsBefore = count.meetings;
  }

  /** From here on it is an error to wait for another process. */
  public void neverWait() {
    neverWaits = true;
  }

  /** From here on it may wait again. */
  public void mayWait() {
    neverWaits = false;
  }

  /**
   * Returns how many calls were begun.
   *
   * @return calls
   */
  public int begun() {
    return count.begun - begunBefore;
  }

  /**
   * Returns how often the process met others: calls that were begun before one of them was awaited
   * are one meeting, and to duplicate the group is one.
   *
   * @return meetings
   */
  public int meetings() {
    return count.meetings - meetingsBefore;
  }

  /**
   * Returns how much was sent or received in one exchange.
   *
   * @return bytes of the largest, from the beginning on
   */
  public long mostExchanged() {
    return count.mostExchanged;
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    count.meetings++;
    return new WatchedGroup(real.duplicate(), count);
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    if (what instanceof Collective.Exchange exchange) {
      exchanged(exchange.sent(), exchange.received());
    }
    if (what instanceof Collective.SendFew few) {
      exchanged(few.sent(), few.received());
    }
    Begun<T> call = real.begin(what);
    count.begun++;
    count.meetings += count.underWay == 0 ? 1 : 0;
    count.underWay++;
    return new Begun<>() {
      private boolean ended;

      @Override
      public boolean isDone() throws IOException {
        return call.isDone();
      }

      @Override
      public T await() throws IOException {
        if (neverWaits && !call.isDone()) {
          throw new AssertionError("waits for " + what);
        }
        T result = call.await();
        count.underWay -= ended ? 0 : 1;
        ended = true;
        return result;
      }
    };
  }

  private void exchanged(int[] sent, int[] received) {
    count.mostExchanged = Math.max(count.mostExchanged, Math.max(sum(sent), sum(received)));
  }

  private static long sum(int[] bytes) {
    return Arrays.stream(bytes).asLongStream().sum();
  }

  @Override
  public String toString() {
    return "watched " + real;
  }
}
