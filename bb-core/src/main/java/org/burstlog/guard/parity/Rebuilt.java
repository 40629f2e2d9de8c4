package org.burstlog.guard.parity;

import java.util.List;

/**
 * What came of rebuilding a body. All that is in no range is as it was put: its checksum was right.
 *
 * @param length how far it reaches
 * @param unproven where chunks were not complete yet, which the checksums of the log's entries have
 *     to prove
 * @param gone where bytes are missing in front of others: more was lost than may be, or they had
 *     not arrived at those who keep them
 */
public record Rebuilt(long length, List<Range> unproven, List<Range> gone) {
  /**
   * Copies the lists.
   *
   * @param length how far it reaches
   * @param unproven where chunks were not complete yet
   * @param gone where bytes are missing in front of others
   */
  public Rebuilt {
    unproven = List.copyOf(unproven);
    gone = List.copyOf(gone);
  }

  /**
   * A range of a body.
   *
   * @param position where it begins
   * @param length bytes in it
   */
  public record Range(long position, long length) {}
}
