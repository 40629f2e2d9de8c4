package org.burstlog.stats;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why the program waits for a drain. All but the first are stalls: it did not ask to wait. */
public enum WaitCause {
  /** It asked to: sync, close, and their kind. */
  ASKED(Counter.DRAIN_WAIT_NANOS, null),
  /** It hands over what it has put, and an epoch before is still being drained. */
  EPOCH(Counter.STALL_EPOCH_NANOS, Counter.STALLS_EPOCH),
  /** A put is delayed, because the log is filling while an epoch is being drained. */
  DELAY(Counter.STALL_DELAY_NANOS, Counter.STALLS_DELAY),
  /** A put finds the log full, and an epoch is being drained. */
  FULL(Counter.STALL_FULL_NANOS, Counter.STALLS_FULL),
  /** A get needs what another process has handed over. */
  READ(Counter.STALL_READ_NANOS, Counter.STALLS_READ);

  private final Counter nanos;
  private final Optional<Counter> stalls;

  WaitCause(Counter nanos, @Nullable Counter stalls) {
    this.nanos = nanos;
    this.stalls = Optional.ofNullable(stalls);
  }

  /**
   * Returns what counts how long the program waited for this.
   *
   * @return the counter
   */
  public Counter nanos() {
    return nanos;
  }

  /**
   * Returns what counts how often it did.
   *
   * @return the counter; none where it asked to wait
   */
  public Optional<Counter> stalls() {
    return stalls;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
