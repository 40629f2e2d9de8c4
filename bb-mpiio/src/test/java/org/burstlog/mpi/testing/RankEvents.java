package org.burstlog.mpi.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What happened to the tests in one rank, as lines of a file: it survives the rank, however that
 * ends.
 */
final class RankEvents {
  /** What a line tells. */
  enum Kind {
    /** The test will run; the detail is its name. */
    PLANNED,
    /** The test runs. */
    STARTED,
    /** The test has passed. */
    PASSED,
    /** The test did not apply; the detail is the reason. */
    SKIPPED,
    /** The test has failed; the detail is the stack. */
    FAILED
  }

  /**
   * One line.
   *
   * @param kind what it tells
   * @param test the test's unique id
   * @param detail more about it, which may be empty
   */
  record Event(Kind kind, String test, String detail) {}

  private RankEvents() {}

  /** The file of one rank. */
  static Path file(Path directory, String rank) {
    return directory.resolve("rank-" + rank + ".events");
  }

  static void append(Path file, Event event) throws IOException {
    Files.writeString(
        file,
        event.kind() + " " + encode(event.test()) + " " + encode(event.detail()) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** All lines of a rank; none when it never came to write one. */
  static List<Event> read(Path file) throws IOException {
    List<Event> events = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split(" ", -1);
        events.add(new Event(Kind.valueOf(words[0]), decode(words[1]), decode(words[2])));
      }
    }
    return events;
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
