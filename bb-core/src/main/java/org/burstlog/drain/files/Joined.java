package org.burstlog.drain.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Files that are drained one after the other by the same processes. Where there are more files than
 * may be drained at once, the two smallest are joined, again and again.
 *
 * @param files their places, the largest file first
 * @param bytes bytes of all of them
 */
record Joined(List<Integer> files, long bytes) {
  private static final Comparator<Joined> SMALLEST_FIRST =
      Comparator.comparingLong(Joined::bytes).thenComparing(joined -> joined.files.get(0));

  /**
   * Joins.
   *
   * @param bytes of each file
   * @param most how many there may be
   * @return the largest first; of those alike the one whose first file comes first
   */
  static List<Joined> of(long[] bytes, int most) {
    PriorityQueue<Joined> queue = new PriorityQueue<>(SMALLEST_FIRST);
    for (int i = 0; i < bytes.length; i++) {
      queue.add(new Joined(List.of(i), bytes[i]));
    }
    while (queue.size() > Math.max(1, most)) {
      List<Integer> files = new ArrayList<>(queue.element().files);
      long sum = queue.remove().bytes;
      Joined next = queue.remove();
      files.addAll(next.files);
      files.sort(largestFirst(bytes));
      queue.add(new Joined(List.copyOf(files), sum + next.bytes));
    }
    List<Joined> all = new ArrayList<>(queue);
    all.sort(
        Comparator.comparingLong(Joined::bytes)
            .reversed()
            .thenComparing(joined -> joined.files.get(0)));
    return all;
  }

  /** Orders files by their bytes, the largest first, and files alike by their places. */
  static Comparator<Integer> largestFirst(long[] bytes) {
    return Comparator.<Integer>comparingLong(file -> -bytes[file])
        .thenComparing(Comparator.naturalOrder());
  }
}
