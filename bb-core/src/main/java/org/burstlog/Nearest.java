package org.burstlog;

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
