package org.burstlog.bench.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences of a page, without code, links and headings. */
final class Prose {
  /** A line with which a paragraph begins: an item of a list, a row of a table, a quotation. */
  private static final Pattern BEGIN = Pattern.compile("\\s*(?:[-*>|] ?|\\d+\\. ).*");

  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->");

  /**
   * A colon and a semicolon end a sentence, too, because the words after them can be read alone. So
   * does the dot between links of a list.
   */
  private static final Pattern END = Pattern.compile("(?<=[.!?:;·])\\W*\\s+");

  private Prose() {}

  static List<String> sentences(Page page) {
    return paragraphs(page).stream()
        .map(text -> LINK.matcher(text).replaceAll("$1"))
        .flatMap(text -> END.splitAsStream(text))
        .map(String::strip)
        .filter(sentence -> !sentence.isEmpty())
        .toList();
  }

  /** Counts the words, in which signs and numbers without letters are no words. */
  static long words(String sentence) {
    return Stream.of(sentence.split("\\s+"))
        .filter(word -> word.chars().anyMatch(Character::isLetter))
        .count();
  }

  private static List<String> paragraphs(Page page) {
    List<String> paragraphs = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : page.prose().lines().toList()) {
      boolean shown = !line.startsWith("#") && !line.startsWith("    ");
      if (!shown || line.isBlank() || BEGIN.matcher(line).matches()) {
        end(open, paragraphs);
      }
      if (shown) {
        open.append(line.strip()).append(' ');
      }
    }
    end(open, paragraphs);
    return paragraphs;
  }

  /** Each cell of a table is a paragraph of its own. */
  private static void end(StringBuilder open, List<String> paragraphs) {
    String text = COMMENT.matcher(CODE.matcher(open).replaceAll("`code`")).replaceAll("");
    String[] parts = text.startsWith("|") ? text.split("\\|", -1) : new String[] {text};
    Arrays.stream(parts).filter(part -> !part.isBlank()).forEach(paragraphs::add);
    open.setLength(0);
  }
}
