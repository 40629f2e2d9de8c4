package org.burstlog.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tiers that are set, in the order in which data goes to them.
 *
 * @param entries at least one, and one at least that is not memory
 */
public record TierList(List<Entry> entries) {
  private static final String MEMORY = "memory";

  private static final char ESCAPE = '\\';

  /** Where Linux has a file system in memory. */
  private static final Path MEMORY_FILES = Path.of("/dev/shm");

  /**
   * Copies the list.
   *
   * @param entries at least one, and one at least that is not memory
   */
  public TierList {
    entries = List.copyOf(entries);
  }

  /**
   * One tier.
   *
   * @param directory where it is
   * @param limit bytes that the processes of a node may take there for one file together; 0 for no
   *     limit
   * @param memory whether it is memory, which may have data of a log but not the log
   */
  public record Entry(Path directory, long limit, boolean memory) {}

  /**
   * Reads a list.
   *
   * @param text directories, {@code memory} among them, each with a limit behind a colon if it has
   *     one, separated by commas
   * @throws IllegalArgumentException when it is none
   */
  static TierList of(String text) {
    List<Entry> all = new ArrayList<>();
    for (String one : split(text, ',')) {
      all.add(entry(one.strip()));
    }
    if (all.stream().allMatch(Entry::memory)
        || all.stream().map(Entry::directory).distinct().count() < all.size()) {
      throw new IllegalArgumentException(text);
    }
    return new TierList(all);
  }

  private static Entry entry(String text) {
    List<String> parts = split(text, ':');
    String last = parts.get(parts.size() - 1);
    long limit = parts.size() == 1 ? 0 : limit(last);
    String name = limit > 0 ? text.substring(0, text.length() - last.length() - 1) : text;
    if (name.equals(MEMORY)) {
      if (limit == 0) {
        throw new IllegalArgumentException(text);
      }
      return new Entry(MEMORY_FILES, limit, true);
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException(text);
    }
    return new Entry(Path.of(unescaped(name)).toAbsolutePath(), limit, false);
  }

  /** Splits a text where a character stands without a backslash before it. */
  private static List<String> split(String text, char at) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == ESCAPE) {
        i++;
      } else if (text.charAt(i) == at) {
        parts.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    parts.add(text.substring(begin));
    return parts;
  }

  private static String unescaped(String name) {
    return name.replaceAll("\\\\([,:\\\\])", "$1");
  }

  /**
   * Writes one directory as it is read here.
   *
   * @param directory the directory
   * @return its path, with a backslash before a comma or a colon in it
   */
  public static String text(Path directory) {
    return directory.toString().replaceAll("[,:\\\\]", "\\\\$0");
  }

  /** Returns a size, 0 where it is none and the colon belongs to a name. */
  private static long limit(String text) {
    try {
      return Setting.bytes(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return 0;
    }
  }

  /**
   * Returns where the logs themselves are, with their metadata, in the one place that all readers
   * look at.
   *
   * @return the first tier that is not memory
   */
  public Entry home() {
    return entries.stream().filter(entry -> !entry.memory()).findFirst().orElseThrow();
  }
}
