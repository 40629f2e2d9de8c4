package org.burstlog.wear;

import java.time.Duration;

/**
 * How much may be written to a tier.
 *
 * @param window the time that counts, up to now
 * @param bytes how much may be written within it
 * @param files how many files may be made within it, 0 for no limit
 * @param fileBytes how large a file may become, 0 for no limit
 * @param protect what is done when a limit is reached
 */
public record WearLimits(Duration window, Quota bytes, int files, long fileBytes, Protect protect) {
  /** No limits. */
  public static final WearLimits NONE =
      new WearLimits(Duration.ofHours(24), Quota.NONE, 0, 0, Protect.LOG);

  /**
   * Tells whether nothing is limited, so that nothing need be counted.
   *
   * @return true when it is not
   */
  public boolean isNone() {
    return bytes.isNone() && files == 0 && fileBytes == 0;
  }
}
