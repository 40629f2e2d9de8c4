package org.burstlog.storage;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits. An interrupt does not shorten it, and is kept for the application. */
public final class Pause {
  private Pause() {}

  /**
   * Waits for time to pass.
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
    keep(interrupted);
  }

  /**
   * Waits until something has happened.
   *
   * @param monitor notified when it may have; the caller's thread owns it
   * @param happened asked before each wait
   */
  public static void until(Object monitor, BooleanSupplier happened) {
    boolean interrupted = false;
    while (!happened.getAsBoolean()) {
      try {
        monitor.wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    keep(interrupted);
  }

  private static void keep(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
