package org.burstlog.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.burstlog.log.format.Printable;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/** How texts, times and numbers of things are told to people. */
public final class Words {
  private static final int MOST_RANKS = 100;

  private Words() {}

  static String age(long created, long now) {
    if (created == 0) {
      return "?";
    }
    Duration age = Duration.ofMillis(Math.max(0, now - created));
    if (age.toDays() > 0) {
      return age.toDays() + " d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
  }

  /**
   * Returns a text as one line that a terminal only shows, whatever a file is called: what would
   * end the line, move the cursor or turn the direction is escaped.
   *
   * @param text what to show; a path as the commands write paths
   * @return the line
   */
  public static String line(@Nullable Object text) {
    StringBuilder line = new StringBuilder();
    String.valueOf(text instanceof Path path ? TargetPath.text(path) : text)
        .codePoints()
        .forEach(
            c -> {
              if (Printable.is(c)) {
                line.appendCodePoint(c);
              } else {
                escape(line, c);
              }
            });
    return line.toString();
  }

  /** Appends a character escaped as in JSON. */
  static void escape(StringBuilder text, int codePoint) {
    switch (codePoint) {
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        for (char c : Character.toChars(codePoint)) {
          text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
      }
    }
  }

  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  /** Names the ranks of a list, the first hundred of them. */
  static String ranks(List<Integer> ranks) {
    int more = ranks.size() - MOST_RANKS;
    return more <= 0 ? ranks.toString() : ranks.subList(0, MOST_RANKS) + " and " + more + " more";
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Tells whether a terminal only shows a character, and does nothing else with it.
   *
   * @param codePoint the character
   * @return false when it has to be shown in another way
   */
  public static boolean isShown(int codePoint) {
    return Printable.is(codePoint);
  }
}
