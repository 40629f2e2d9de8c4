package org.burstlog.group;

import java.io.IOException;

/** Counts the calls of a group, and how often a process waits; may be told not to let it wait. */
public final class WatchedGroup implements ProcessGroup {
  private final ProcessGroup real;
  private boolean neverWaits;
  private int begun;
  private int underWay;
  private int meetings;

  /**
   * Watches a group.
   *
   * @param real where everything goes
   */
  public WatchedGroup(ProcessGroup real) {
    this.real = real;
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
    return begun;
  }

  /**
   * Returns how often calls were begun while none was under way: how often the process met others.
   *
   * @return meetings
   */
  public int meetings() {
    return meetings;
  }

  @Override
  public int rank() {
    return real.rank();
  }

  @Override
  public int size() {
    return real.size();
  }

  @Override
  public Nodes nodes() throws IOException {
    return real.nodes();
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    return new WatchedGroup(real.duplicate());
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    Begun<T> call = real.begin(what);
    begun++;
    meetings += underWay == 0 ? 1 : 0;
    underWay++;
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
        underWay -= ended ? 0 : 1;
        ended = true;
        return result;
      }
    };
  }

  @Override
  public void close() throws IOException {
    real.close();
  }

  @Override
  public String toString() {
    return "watched " + real;
  }
}
