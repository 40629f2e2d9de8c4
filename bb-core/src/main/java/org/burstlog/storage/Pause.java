package org.burstlog.storage;

import java.util.concurrent.locks.LockSupport;

/** Waits for time to pass. An interrupt does not shorten it, and is kept for the application. */
public final class Pause {
  private Pause() {}

  /**
   * Waits.
   *
   * @param length how long, in nanoseconds
   */
  public static void nanos(long length) {
    long begun = System.nanoTime();
    boolean interrupted = Thread.interrupted();
    for (long left = length; left > 0; left = length - (System.nanoTime() - begun)) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
