package org.burstlog.wear;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
public final class MovedClock implements InstantSource {
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  /** Creates the clock. */
  public MovedClock() {}

  /**
   * Moves it.
   *
   * @param by how far
   */
  public synchronized void move(Duration by) {
    now = now.plus(by);
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }
}
