package org.burstlog.drain.files;

import java.util.List;

/**
 * Who writes which file, and which files wait for each other.
 *
 * @param scheme how it was found, not {@link Scheme#AUTO}
 * @param lanes places of files; those of one lane are drained one after the other in this order,
 *     and no lane waits for another
 * @param writers by place of the file, the ranks that may write it, ascending; empty where it is
 *     drained as if it were alone
 */
public record Deal(Scheme scheme, List<List<Integer>> lanes, List<List<Integer>> writers) {
  /**
   * Copies the lists.
   *
   * @param scheme how it was found
   * @param lanes places of files
   * @param writers by place of the file, the ranks that may write it
   */
  public Deal {
    lanes = List.copyOf(lanes);
    writers = List.copyOf(writers);
  }
}
