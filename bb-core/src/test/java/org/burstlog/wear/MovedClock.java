package org.burstlog.wear;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves. */
public final class MovedClock implements InstantSource {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));

  /** Creates the clock. */
  public MovedClock() {}

  /**
   * Moves it.
   *
   * @param by how far
   */
  public void move(Duration by) {
    now.updateAndGet(before -> before.plus(by));
  }

  @Override
  public Instant instant() {
    return now.get();
  }
}
