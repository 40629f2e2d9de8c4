package org.burstlog.wear;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.burstlog.storage.Storage;
import org.burstlog.wear.Counts.Kind;

/**
 * What the ledger of a tier says at some moment.
 *
 * @param began when counting began; nothing where nothing was ever counted
 * @param hosts how many hosts have counted
 * @param totalBytes bytes written since
 * @param totalFiles files made since
 * @param bytes bytes written within the window
 * @param files files made within the window
 * @param limit how many bytes may be written within the window, 0 for no limit
 * @param full when the limit on bytes will be reached if writing goes on as in the last hour;
 *     nothing where it will not within a window
 */
public record Written(
    Optional<Instant> began,
    int hosts,
    long totalBytes,
    long totalFiles,
    long bytes,
    long files,
    long limit,
    Optional<Duration> full) {
  private static final Duration LAST = Duration.ofHours(1);

  /**
   * Reads the ledger of this user.
   *
   * @param storage the door to the tier
   * @param tier the tier's directory
   * @param limits what it is held against
   * @param clock tells what is within the window
   * @return what it says
   * @throws IOException when it cannot be read
   */
  public static Written read(Storage storage, Path tier, WearLimits limits, InstantSource clock)
      throws IOException {
    try (Ledger ledger = Ledger.read(storage, tier, clock)) {
      Duration window = limits.window();
      long limit = limits.bytes().isNone() ? 0 : limits.bytes().in(storage.capacity(tier));
      return new Written(
          ledger.began(),
          ledger.hosts(),
          ledger.total(Kind.BYTES),
          ledger.total(Kind.FILES),
          ledger.used(Kind.BYTES, window),
          ledger.used(Kind.FILES, window),
          limit,
          limit == 0 ? Optional.empty() : forecast(ledger, window, limit));
    }
  }

  private static Optional<Duration> forecast(Ledger ledger, Duration window, long limit)
      throws IOException {
    Duration last = window.compareTo(LAST) < 0 ? window : LAST;
    double each = (double) ledger.used(Kind.BYTES, last) / Math.max(1, last.toMinutes());
    double used = ledger.used(Kind.BYTES, window);
    for (long minutes = 0; minutes <= window.toMinutes(); minutes++) {
      if (used > limit) {
        return Optional.of(Duration.ofMinutes(minutes));
      }
      used += each - ledger.leaving(Kind.BYTES, window, minutes);
    }
    return Optional.empty();
  }

  /**
   * Tells how much of the limit on bytes is used.
   *
   * @return a part, 0 where there is no limit
   */
  public double part() {
    return limit == 0 ? 0 : (double) bytes / limit;
  }
}
