package org.burstlog.bench.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The messages of exceptions, as the sources have them. */
final class Messages {
  private static final List<String> MODULES =
      List.of("bb-core", "bb-netcdf", "bb-netcdf-java", "bb-mpiio", "bb-bench");
  private static final Pattern THROWN =
      Pattern.compile("new ((?:\\w+\\.)?[A-Z]\\w*(?:Exception|Error))\\s*\\(");
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Those that a user of the library or its commands meets as they are; not of benchmarks. */
  private static final Set<String> OURS =
      Set.of(
          "BurstlogException",
          "SettingsException",
          "RecoveryRefusedException",
          "DamagedLogException",
          "LogFullException",
          "DrainFailedException",
          "GroupException");

  private Messages() {}

  /**
   * A message.
   *
   * @param place file and line
   * @param type the exception
   * @param text its words, with {@code {}} for every value
   */
  record Message(String place, String type, String text) {
    boolean isOurs() {
      return OURS.contains(type) && (!place.startsWith("bb-bench") || place.contains("/demo/"));
    }

    /** Whether the words come from elsewhere. */
    boolean isHandedOn() {
      return text.replace("{}", "").isBlank();
    }

    @Override
    public String toString() {
      return place + " " + type + ": " + text;
    }
  }

  /** All of them. */
  static List<Message> all() throws IOException {
    List<Message> messages = new ArrayList<>();
    for (Path file : sources()) {
      String code = Files.readString(file);
      Matcher thrown = THROWN.matcher(code);
      while (thrown.find()) {
        int line =
            1 + (int) code.substring(0, thrown.start()).chars().filter(c -> c == '\n').count();
        messages.add(
            new Message(
                Page.HOME.relativize(file) + ":" + line,
                thrown.group(1),
                text(code.substring(thrown.end(), end(code, thrown.end())))));
      }
    }
    return messages;
  }

  /** All that is said in the sources, with strings that go on in the next line joined. */
  static String everything() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : sources()) {
      all.append(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""));
    }
    return all.toString();
  }

  /** The sources that have some text, as paths in the repository. */
  static List<Path> sourcesWith(String text) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path file : sources()) {
      if (Files.readString(file).contains(text)) {
        found.add(Page.HOME.relativize(file));
      }
    }
    return found;
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Page.HOME.resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    return sources;
  }

  /** Where the arguments of a constructor end. */
  private static int end(String code, int begin) {
    int depth = 1;
    boolean quoted = false;
    int i = begin;
    while (depth > 0) {
      char c = code.charAt(i);
      if (quoted) {
        i += c == '\\' ? 1 : 0;
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      }
      i++;
    }
    return i - 1;
  }

  private static String text(String arguments) {
    StringBuilder text = new StringBuilder();
    Matcher literal = TEXT.matcher(arguments);
    int last = 0;
    while (literal.find()) {
      text.append(value(arguments.substring(last, literal.start()))).append(literal.group(1));
      last = literal.end();
    }
    return text.append(value(arguments.substring(last))).toString();
  }

  private static String value(String between) {
    return between.chars().anyMatch(Character::isLetter) ? "{}" : "";
  }
}
