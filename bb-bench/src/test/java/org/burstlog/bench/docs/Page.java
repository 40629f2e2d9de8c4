package org.burstlog.bench.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation, taken apart.
 *
 * @param path where it is
 * @param lines what it says
 */
record Page(Path path, List<String> lines) {
  static final Path HOME = Path.of(System.getProperty("bb.home")).toAbsolutePath().normalize();

  /** The language of indented blocks, which are commands everywhere. */
  static final String INDENTED = "indented";

  private static final Pattern FENCE = Pattern.compile("```(\\w*)\\s*");
  private static final Pattern SOURCE = Pattern.compile("<!-- from (\\S+) -->");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  /**
   * A block of code.
   *
   * @param language what is said behind the fence
   * @param text its lines
   * @param source the file it is quoted from, empty when it is not
   * @param line where it begins
   */
  record Block(String language, String text, String source, int line) {}

  /** All pages of the project. */
  static List<Page> all() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String place :
        List.of("", "docs", "native/cluster", "native/pfs", "native/moosefs", "native/peer")) {
      Path directory = HOME.resolve(place);
      if (!Files.isDirectory(directory)) {
        continue;
      }
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
          pages.add(new Page(file, Files.readAllLines(file)));
        }
      }
    }
    return pages;
  }

  /** Its name within the project. */
  String name() {
    return HOME.relativize(path).toString();
  }

  /** Fenced blocks, and indented ones. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    String source = "";
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      Matcher from = SOURCE.matcher(lines.get(i));
      int begin = i + 1;
      if (from.matches()) {
        source = from.group(1);
      } else if (fence.matches()) {
        do {
          i++;
        } while (i < lines.size() && !lines.get(i).startsWith("```"));
        blocks.add(new Block(fence.group(1), text(begin, i), source, begin));
        source = "";
      } else if (isCode(i) && (i == 0 || lines.get(i - 1).isBlank())) {
        while (i < lines.size() && (isCode(i) || lines.get(i).isBlank())) {
          i++;
        }
        blocks.add(new Block(INDENTED, text(begin - 1, i).stripIndent(), "", begin));
        i--;
      }
    }
    return blocks;
  }

  private boolean isCode(int line) {
    return lines.get(line).startsWith("    ");
  }

  private String text(int begin, int end) {
    return String.join("\n", lines.subList(begin, end)) + "\n";
  }

  /** What its links point to. */
  List<String> links() {
    List<String> links = new ArrayList<>();
    Matcher link = LINK.matcher(prose());
    while (link.find()) {
      links.add(link.group(1));
    }
    return links;
  }

  /** The page without its fenced blocks. */
  String prose() {
    StringBuilder prose = new StringBuilder();
    boolean code = false;
    for (String line : lines) {
      code ^= line.startsWith("```");
      prose.append(code ? "" : line).append('\n');
    }
    return prose.toString();
  }

  List<String> headings(String prefix) {
    return prose()
        .lines()
        .filter(line -> line.startsWith(prefix + " "))
        .map(line -> line.substring(prefix.length() + 1))
        .toList();
  }

  /** The names by which its headings are linked to. */
  Set<String> anchors() {
    return prose()
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
