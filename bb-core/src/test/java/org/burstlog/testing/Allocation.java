package org.burstlog.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much the JVM allocates on its heap for some work. */
public final class Allocation {
  private Allocation() {}

  /**
   * What is measured.
   *
   * @param <E> what it throws
   */
  @FunctionalInterface
  public interface Work<E extends Exception> {
    /**
     * Does it, in the thread that asks.
     *
     * @throws E when it failed
     */
    void run() throws E;
  }

  /**
   * Measures work of this thread.
   *
   * @param <E> what the work throws
   * @param work what is measured
   * @return bytes
   * @throws E when the work failed
   */
  @SuppressForbidden("what a thread allocates is not told by anything portable")
  public static <E extends Exception> long by(Work<E> work) throws E {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
