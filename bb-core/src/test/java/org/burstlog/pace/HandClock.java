package org.burstlog.pace;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that stands until a test moves it. */
final class HandClock implements LongSupplier {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1000 * MILLI;

  /** Clocks of a system begin anywhere, also below zero. */
  private final AtomicLong now = new AtomicLong(-5 * SECOND);

  @Override
  public long getAsLong() {
    return now.get();
  }

  void pass(long nanos) {
    now.addAndGet(nanos);
  }
}
