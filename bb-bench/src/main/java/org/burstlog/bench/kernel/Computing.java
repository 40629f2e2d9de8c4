package org.burstlog.bench.kernel;

import java.util.concurrent.locks.LockSupport;

/**
 * How a process computes. It ends by the clock and not after some work, so that a run takes as long
 * whatever else the cores have to do.
 */
enum Computing {
  /** It leaves its core to others, as if they had cores of their own. */
  SLEEP,
  /** Its thread calculates all the time. */
  BURN,
  /** As many threads calculate as keep every core busy. */
  BURN_ALL;

  /** Steps of arithmetic between two looks at the clock: some microseconds. */
  private static final int STEPS = 1000;

  /**
   * Computes.
   *
   * @param nanos how long
   * @param cores how many cores this process keeps busy if it is to keep all busy
   */
  void compute(long nanos, int cores) {
    long end = System.nanoTime() + nanos;
    if (this == SLEEP) {
      sleep(end);
      return;
    }
    for (int core = 1; this == BURN_ALL && core < cores; core++) {
      // It ends by itself, when this thread does.
      Thread other = new Thread(() -> burn(end), "computing-" + core);
      other.setDaemon(true);
      other.start();
    }
    burn(end);
  }

  private static void sleep(long end) {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void burn(long end) {
    double value = 1;
    do {
      for (int step = 0; step < STEPS; step++) {
        value = Math.sqrt(value + step);
      }
      // It is never 0; but what nobody looks at is not calculated.
    } while (System.nanoTime() - end < 0 || value == 0);
  }
}
