package org.burstlog.wear;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What writers of a tier ask before they write more to it. Safe for several threads.
 *
 * <p>Writers ask for a part ahead of what they need, so that a put asks nobody.
 */
public interface Wear {
  /** Counts nothing and allows everything. */
  Wear UNLIMITED = new Unlimited();

  /**
   * Counts bytes that are about to be written.
   *
   * @param bytes how many
   * @throws WearLimitException when they may not be written; nothing is counted then
   * @throws IOException when they cannot be counted
   */
  void write(long bytes) throws IOException;

  /**
   * Counts files that are about to be made.
   *
   * @param files how many
   * @throws WearLimitException when they may not be made; nothing is counted then
   * @throws IOException when they cannot be counted
   */
  void make(int files) throws IOException;

  /**
   * Returns how large a file may become before {@link #exceed} is to be asked.
   *
   * @return bytes
   */
  long largestFile();

  /**
   * Asks whether a file may become larger than {@link #largestFile}.
   *
   * @param file which one
   * @param bytes how large
   * @throws WearLimitException when it may not
   */
  void exceed(Path file, long bytes) throws WearLimitException;
}
