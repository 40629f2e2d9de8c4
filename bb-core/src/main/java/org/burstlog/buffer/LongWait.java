package org.burstlog.buffer;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A wait that may never end: for other processes to call the library, which may wait for this one
 * by other means. Where it lasts, it is told, so that nobody has to guess why a job stands still.
 */
final class LongWait {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private final CompletableFuture<Boolean> told;

  /**
   * Begins.
   *
   * @param message what is told
   */
  LongWait(String message) {
    this(message, LONG);
  }

  LongWait(String message, Duration patience) {
    told =
        over.orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete(
                (ended, failure) -> {
                  if (failure instanceof TimeoutException) {
                    LOGGER.log(System.Logger.Level.WARNING, message);
                  }
                });
  }

  /** Tells whether it has been told, or ended before. */
  boolean isKnown() {
    return told.isDone();
  }

  void over() {
    over.complete(true);
  }
}
