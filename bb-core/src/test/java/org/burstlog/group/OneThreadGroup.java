package org.burstlog.group;

import java.io.IOException;
import org.burstlog.depot.Depot;

/**
 * A group as MPI gives it where it was started for one thread: calls of it, and of its duplicates,
 * from any other thread than the one that has made it are errors.
 */
public final class OneThreadGroup extends ForwardingGroup {
  private final Thread thread;

  /**
   * For the thread that calls it.
   *
   * @param real where everything goes
   */
  public OneThreadGroup(ProcessGroup real) {
    this(real, Thread.currentThread());
  }

  private OneThreadGroup(ProcessGroup real, Thread thread) {
    super(real);
    this.thread = thread;
  }

  private void requireThread() {
    if (Thread.currentThread() != thread) {
      throw new AssertionError(Thread.currentThread() + " makes a call of " + thread);
    }
  }

  @Override
  public boolean concurrent() {
    return false;
  }

  @Override
  public Nodes nodes() throws IOException {
    requireThread();
    return real.nodes();
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    requireThread();
    return new OneThreadGroup(real.duplicate(), thread);
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    requireThread();
    Begun<T> call = real.begin(what);
    return new Begun<>() {
      @Override
      public boolean isDone() throws IOException {
        requireThread();
        return call.isDone();
      }

      @Override
      public T await() throws IOException {
        requireThread();
        // As calls of MPI do that wait here: whom this waits for may wait for a drain.
        while (!call.isDone() && Depot.ofProcess().advance()) {
          Thread.onSpinWait();
        }
        return call.await();
      }
    };
  }

  @Override
  public void close() throws IOException {
    requireThread();
    real.close();
  }

  @Override
  public String toString() {
    return "for one thread: " + real;
  }
}
