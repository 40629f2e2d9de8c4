package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tests that docs/api-parity.md names exist, and every call of PnetCDF that is here has one.
 */
class ApiParityTest {
  private static final Path SOURCES = Path.of("src/test/java/org/burstlog/netcdf");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST =
      Pattern.compile(
          "@(?:Parameterized)?Test(?:Factory)?\\b.*?\\bvoid\\s+(\\w+)\\(", Pattern.DOTALL);
  private static final Pattern FACTORY =
      Pattern.compile("@TestFactory\\s+\\S+\\s+(\\w+)\\(", Pattern.DOTALL);

  /** Names of test classes, and of the methods of each. */
  private static Map<String, Set<String>> tests() throws IOException {
    Map<String, Set<String>> found = new HashMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        Set<String> methods = new TreeSet<>();
        for (Pattern pattern : List.of(TEST, FACTORY)) {
          Matcher matcher = pattern.matcher(text);
          while (matcher.find()) {
            methods.add(matcher.group(1));
          }
        }
        String name = String.valueOf(file.getFileName());
        found.put(name.substring(0, name.length() - ".java".length()), methods);
      }
    }
    return found;
  }

  /** The cells of each row of a table that tells where a call is. */
  private static List<String[]> rows() throws IOException {
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("../docs/api-parity.md"))) {
      String[] cells = line.split("(?<!\\\\)\\|", -1);
      if (line.startsWith("| ") && cells.length == 5 && !cells[1].isBlank()) {
        rows.add(cells);
      }
    }
    return rows.stream().filter(cells -> !cells[3].strip().equals("shown by")).toList();
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    Map<String, Set<String>> tests = tests();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (String[] cells : rows()) {
      Matcher matcher = CODE.matcher(cells[3]);
      while (matcher.find()) {
        named++;
        if (!exists(matcher.group(1), tests)) {
          missing.add(matcher.group(1) + " for" + cells[1]);
        }
      }
    }
    assertThat(named).isGreaterThan(30);
    assertThat(missing).isEmpty();
  }

  private static boolean exists(String name, Map<String, Set<String>> tests) {
    int dot = name.indexOf('.');
    if (dot >= 0) {
      Set<String> methods = tests.get(name.substring(0, dot));
      return methods != null && methods.contains(name.substring(dot + 1));
    }
    return tests.containsKey(name) || tests.values().stream().anyMatch(m -> m.contains(name));
  }

  @Test
  void everyCallThatIsHereIsShownByATest() throws IOException {
    List<String> unshown = new ArrayList<>();
    for (String[] cells : rows()) {
      String here = cells[2];
      boolean absent =
          here.contains("absent") || here.contains("not here") || here.contains("ignored");
      if (!absent && cells[3].isBlank()) {
        unshown.add(cells[1].strip());
      }
    }
    assertThat(unshown).isEmpty();
  }
}
