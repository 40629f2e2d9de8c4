package org.burstlog.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds what somebody probably meant. */
public final class Nearest {
  private Nearest() {}

  /**
   * Returns the known name that is the fewest edits away, case aside.
   *
   * @param name what somebody wrote
   * @param known what there is, at least one
   * @return one of these
   */
  public static String to(String name, List<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .orElseThrow();
  }

  /**
   * Says that there is no such name, and what somebody probably meant.
   *
   * @param begin how the sentence begins, such as "there is no kernel"
   * @param name what somebody wrote
   * @param known what there is, at least one
   * @return a sentence without its full stop
   */
  public static String unknown(String begin, String name, List<String> known) {
    return begin
        + " '"
        + name
        + "'; the nearest is '"
        + to(name, known)
        + "', all are "
        + String.join(", ", known);
  }

  private static int distance(String a, String b) {
    String s = a.toLowerCase(Locale.ROOT);
    String t = b.toLowerCase(Locale.ROOT);
    int[] row = new int[t.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= s.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= t.length(); j++) {
        int substituted = diagonal + (s.charAt(i - 1) == t.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[t.length()];
  }
}
