package org.burstlog.drain;

import java.time.Duration;
import java.util.Optional;

/**
 * How far the drains of what this process has handed over have come. All numbers are of this
 * process and of this moment: when an epoch is in the target, they become less.
 *
 * @param handedOver bytes in the logs that were handed over and are not proven in the target
 * @param moved of them, bytes that the drain under way has moved so far
 * @param pending bytes in all logs of this process, those handed over included
 * @param left how long it will probably take until what was handed over is in the target, at the
 *     rate and share that the settings allow; empty while nothing is known of how fast drains are,
 *     and zero when nothing is handed over
 * @param failed whether a drain has failed, so that no other begins before the program's next
 *     flush, sync or close
 */
public record DrainProgress(
    long handedOver, long moved, long pending, Optional<Duration> left, boolean failed) {
  /** The progress where nothing is ever handed over. */
  public static final DrainProgress NOTHING =
      new DrainProgress(0, 0, 0, Optional.of(Duration.ZERO), /* failed= */ false);
}
