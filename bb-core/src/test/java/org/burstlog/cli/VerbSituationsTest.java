package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every verb that works on sessions, in every situation that a user can be in: it ends with the
 * exit code that {@code docs/recovery.md} documents, tells the same in JSON, with no key that is
 * not documented there, and loses nothing when it could not do all of its work.
 */
class VerbSituationsTest {
  private static final Pattern CODE = Pattern.compile("`([A-Za-z]+)`");

  @TempDir Path directory;

  /** What a run of a verb came to. */
  private record Ended(int code, String out, String err) {}

  static Stream<Arguments> table() {
    List<Arguments> rows = new ArrayList<>();
    row(rows, Situation.NO_SESSIONS, 0, 2, 0, 0, 0);
    row(rows, Situation.LIVE, 0, 0, 2, 2, 2);
    row(rows, Situation.CLEAN_ORPHAN, 1, 0, 0, 0, 0);
    row(rows, Situation.TORN_ORPHAN, 1, 1, 1, 1, 0);
    row(rows, Situation.DAMAGED_ORPHAN, 1, 1, 1, 2, 0);
    // A log by itself says nothing of one that is gone.
    row(rows, Situation.LOST_METADATA, 1, 0, 1, 2, 0);
    row(rows, Situation.EXCHANGED_FILES, 1, 2, 1, 2, 0);
    row(rows, Situation.DUPLICATED_PAGE, 1, 1, 1, 2, 0);
    row(rows, Situation.WRONG_TARGET, 1, 0, 0, 2, 0);
    row(rows, Situation.GONE_TARGET, 1, 0, 0, 2, 0);
    row(rows, Situation.UNWRITABLE_TARGET, 1, 0, 0, 2, 0);
    row(rows, Situation.SEVERAL_TIERS, 1, 0, 0, 0, 0);
    row(rows, Situation.UNREADABLE_TIER, 2, 0, 2, 2, 2);
    return rows.stream();
  }

  private static void row(
      List<Arguments> rows,
      Situation situation,
      int list,
      int inspect,
      int verify,
      int recover,
      int discard) {
    rows.add(arguments("list", situation, list));
    rows.add(arguments("inspect", situation, inspect));
    rows.add(arguments("verify", situation, verify));
    rows.add(arguments("recover", situation, recover));
    rows.add(arguments("discard", situation, discard));
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @MethodSource("table")
  void endsWithTheDocumentedCodeAndTellsTheSameInJson(String verb, Situation situation, int code)
      throws Exception {
    situation.in(
        Files.createDirectory(directory.resolve("words")),
        scene -> {
          Ended ended = bb(words(verb, scene));
          assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
          assertThat(ended.out() + ended.err()).isNotBlank();
          assertThat(ended.err().isEmpty()).as(ended.toString()).isEqualTo(code != 2);
          keeps(verb, scene, ended);
        });
    situation.in(
        Files.createDirectory(directory.resolve("json")),
        scene -> {
          Ended ended = bb(with(words(verb, scene), "--json"));
          assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
          if (ended.out().isEmpty()) {
            assertThat(ended.code()).as("nothing is told where nothing could begin").isEqualTo(2);
            assertThat(ended.err().lines()).hasSize(1);
            return;
          }
          JsonObject json = JsonParser.parseString(ended.out()).getAsJsonObject();
          assertThat(json.get("exit").getAsInt()).isEqualTo(code);
          assertThat(names(json)).isSubsetOf(documented(verb));
        });
  }

  /** Only what was recovered or given up in full may be gone. */
  private static void keeps(String verb, Scene scene, Ended ended) {
    boolean discarded = verb.equals("discard") && ended.code() == 0;
    boolean recovered = verb.equals("recover") && ended.code() == 0;
    for (Path session : scene.sessions()) {
      assertThat(Files.exists(session))
          .as(verb + " and " + session)
          .isEqualTo(!discarded && !recovered);
    }
  }

  /** Those in which a session is read to its end, or to where it is damaged. */
  static Stream<Arguments> longWork() {
    Set<String> verbs = Set.of("inspect", "verify", "recover");
    Set<Situation> unread =
        Set.of(
            Situation.NO_SESSIONS,
            Situation.LIVE,
            Situation.EXCHANGED_FILES,
            Situation.WRONG_TARGET,
            Situation.UNREADABLE_TIER);
    return table().filter(row -> verbs.contains(row.get()[0]) && !unread.contains(row.get()[1]));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("longWork")
  void saysHowFarItIsWhenAsked(String verb, Situation situation, int code) throws Exception {
    situation.in(
        directory,
        scene -> {
          Ended ended = bb(with(words(verb, scene), "--progress"));
          assertThat(ended.code()).isEqualTo(code);
          assertThat(ended.err()).contains("reading ").contains(" bytes");
        });
  }

  @Test
  void everyDocumentedKeyIsWritten() throws Exception {
    for (String verb : List.of("list", "inspect", "verify", "recover", "discard")) {
      Set<String> seen = new TreeSet<>();
      for (Situation situation :
          List.of(Situation.LIVE, Situation.CLEAN_ORPHAN, Situation.DAMAGED_ORPHAN)) {
        situation.in(
            Files.createTempDirectory(directory, verb),
            scene -> {
              List<String> words = with(words(verb, scene), "--json");
              for (Path session : scene.sessions()) {
                Files.createDirectories(session.resolveSibling("spare-0123456789abcdef"));
              }
              if (verb.equals("inspect")) {
                words.add("--records");
              }
              seen.addAll(names(JsonParser.parseString(bb(words).out())));
            });
      }
      assertThat(seen).as(verb).isEqualTo(documented(verb));
    }
    Ended settings = bb(List.of("settings", "--json"));
    assertThat(settings.code()).isZero();
    assertThat(names(JsonParser.parseString(settings.out()))).isEqualTo(documented("settings"));
    Ended redundancy = bb(List.of("explain", "redundancy", "--json", "n[1-3]"));
    assertThat(names(JsonParser.parseString(redundancy.out())))
        .isEqualTo(documented("explain redundancy"));
  }

  /** The words by which a user would ask the verb about what is there. */
  private static List<String> words(String verb, Scene scene) {
    List<String> words = new ArrayList<>(List.of(verb));
    if (verb.equals("list")) {
      scene.tiers().forEach(tier -> words.add(tier.toString()));
      return words;
    }
    if (verb.equals("inspect")) {
      words.add((scene.sessions().isEmpty() ? scene.target() : scene.sessions().get(0)).toString());
      return words;
    }
    scene.tiers().forEach(tier -> words.addAll(List.of("--tier", tier.toString())));
    if (verb.equals("discard")) {
      words.add("--yes");
    }
    if (scene.sessions().isEmpty()) {
      words.add(verb.equals("discard") ? "--done" : "--all");
    } else {
      words.add(scene.target().toString());
    }
    if (verb.equals("recover")) {
      words.addAll(scene.recoverOptions());
    }
    return words;
  }

  private static List<String> with(List<String> words, String option) {
    List<String> more = new ArrayList<>(words);
    more.add(option);
    return more;
  }

  private static Ended bb(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words.toArray(new String[0]));
    return new Ended(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The keys that the page has for a verb. */
  private static Set<String> documented(String verb) throws IOException {
    Set<String> keys = row("`bb " + verb + " --json`");
    if (keys.contains("sessions")) {
      keys.addAll(row("a session"));
    }
    if (Set.of("verify", "recover").contains(verb)) {
      keys.addAll(row("what was read of it"));
    }
    return keys;
  }

  private static Set<String> row(String first) throws IOException {
    String start = "| " + first + " | ";
    String row =
        Files.readAllLines(Path.of("..", "docs", "recovery.md")).stream()
            .filter(line -> line.startsWith(start))
            .findAny()
            .orElseThrow(() -> new AssertionError("no row of keys for " + first));
    return CODE.matcher(row.substring(start.length()))
        .results()
        .map(key -> key.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> names(JsonElement json) {
    Set<String> names = new TreeSet<>();
    if (json.isJsonObject()) {
      json.getAsJsonObject()
          .entrySet()
          .forEach(
              entry -> {
                names.add(entry.getKey());
                names.addAll(names(entry.getValue()));
              });
    } else if (json.isJsonArray()) {
      json.getAsJsonArray().forEach(element -> names.addAll(names(element)));
    }
    return names;
  }
}
