package org.burstlog.guard.parity;

import java.util.List;

/**
 * What came of rebuilding a body. All that is in no range is as it was put: its checksum was right.
 *
 * @param length how far it reaches
 * @param unproven where chunks were not complete yet, which the checksums of the log's entries have
 *     to prove
 * @param gone where bytes are missing that others of the set know of: more was lost than may be, or
 *     they had not arrived at those who keep them
 * @param lost whether anything is missing that had arrived, or may have
 */
public record Rebuilt(long length, List<Range> unproven, List<Range> gone, boolean lost) {
  /**
   * Copies the lists.
   *
   * @param length how far it reaches
   * @param unproven where chunks were not complete yet
   * @param gone where bytes are missing that others of the set know of
   * @param lost whether anything is missing that had arrived, or may have
   */
  public Rebuilt {
    unproven = List.copyOf(unproven);
    gone = List.copyOf(gone);
  }

  /**
   * Tells how far it is there without a gap.
   *
   * @return bytes from its beginning on
   */
  public long prefix() {
    return gone.stream().mapToLong(Range::position).min().orElse(length);
  }

  /**
   * A range of a body.
   *
   * @param position where it begins
   * @param length bytes in it
   */
  public record Range(long position, long length) {}
}
