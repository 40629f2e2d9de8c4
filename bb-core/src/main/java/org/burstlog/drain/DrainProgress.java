package org.burstlog.drain;

import java.time.Duration;
import java.util.Optional;

/**
 * How far the drains of what this process has handed over have come.
 *
 * @param handedOver bytes in the logs that were handed over and are not proven in the target
 * @param moved of them, bytes that the drain under way has moved so far
 * @param pending bytes in all logs of this process, those handed over included
 * @param left how long these drains will probably work yet, rests not counted; empty while nothing
 *     is known of how fast they are, and zero when nothing is handed over
 */
public record DrainProgress(long handedOver, long moved, long pending, Optional<Duration> left) {
  /** The progress where nothing is ever handed over. */
  public static final DrainProgress NOTHING =
      new DrainProgress(0, 0, 0, Optional.of(Duration.ZERO));
}
