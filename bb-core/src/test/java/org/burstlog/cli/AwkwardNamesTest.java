package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.recover.AwkwardName;
import org.burstlog.recover.Wreck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No name of a target can move the cursor, hide text, or fake a line of what a verb says. */
class AwkwardNamesTest {
  @TempDir Path directory;
  private Wreck wreck;
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
    for (Path target : AwkwardName.in(directory).toList()) {
      wreck.small(target);
    }
  }

  private String bb(int code, String... args) {
    told.reset();
    PrintStream stream = new PrintStream(told, true, StandardCharsets.UTF_8);
    assertThat(Main.run(stream, stream, args)).as(String.join(" ", args)).isEqualTo(code);
    String text = told.toString(StandardCharsets.UTF_8);
    assertThat(text.codePoints().filter(c -> c != '\n').mapToObj(AwkwardNamesTest::tricky))
        .as(text)
        .doesNotContain(true);
    return text;
  }

  /** Whether a terminal does something else with a character than showing it. */
  private static boolean tricky(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private List<Path> left() throws Exception {
    return wreck.sessions().stream().map(s -> s.paths().get(0)).toList();
  }

  @Test
  void allVerbsSayThemInOneLineEach() throws Exception {
    int sessions = (int) AwkwardName.in(directory).count();
    String tier = wreck.tier().toString();
    String list = bb(Verb.WRONG, "list", tier);
    assertThat(list.lines()).hasSize(1 + 2 * sessions);
    assertThat(list)
        .contains(directory + "/two\\nlines\n")
        .contains(directory + "/\\u001b[2J\\u001b[31mred\n")
        .contains(directory + "/right\\u202eleft\n")
        .contains("/latin-%E4\n");
    bb(Verb.OK, "verify", "--tier", tier, "--all");
    for (Path session : left()) {
      bb(Verb.OK, "inspect", session.toString());
      bb(Verb.OK, "inspect", "--json", session.toString());
    }
    assertThat(bb(Verb.OK, "recover", "--tier", tier, "--dry-run", "--all").lines())
        .hasSize(sessions);
    for (Path target : AwkwardName.in(directory).toList()) {
      Files.delete(target);
    }
    assertThat(bb(Verb.REFUSED, "recover", "--tier", tier, "--all").lines()).hasSize(sessions);
    assertThat(bb(Verb.OK, "discard", "--yes", left().get(0).toString()).lines()).hasSize(1);
  }

  @Test
  void jsonSaysThemExactly() {
    String json = bb(Verb.WRONG, "list", "--json", wreck.tier().toString());
    assertThat(json.lines()).hasSize(1);
    assertThat(json)
        .contains("/two\\nlines\"")
        .contains("/next\\u0085line\"")
        .contains("/line\\u2028separator\"")
        .contains("/c1\\u009b2J\"")
        .contains("/quote\\\"s'\\\\\"")
        .contains("/latin-%E4\"");
    bb(Verb.OK, "verify", "--json", "--tier", wreck.tier().toString(), "--all");
    bb(Verb.OK, "recover", "--json", "--tier", wreck.tier().toString(), "--all");
  }

  /** What a terminal cannot send as bytes is named by the text that was shown. */
  @Test
  void aTargetIsNamedAsItIsShown() throws Exception {
    String shown =
        bb(Verb.WRONG, "list", wreck.tier().toString())
            .lines()
            .filter(line -> line.endsWith("/latin-%E4"))
            .findAny()
            .orElseThrow();
    String uri = shown.substring(shown.indexOf("file:///"));
    assertThat(bb(Verb.OK, "recover", "--tier", wreck.tier().toString(), uri)).contains(uri);
    assertThat(bb(Verb.REFUSED, "recover", "file:///%zz").lines()).hasSize(1);
  }

  @Test
  void aPathThatIsGivenIsSaidBackEscaped() {
    assertThat(bb(Verb.REFUSED, "inspect", "no\u001b[2Jlog\nbb: all is well").lines()).hasSize(1);
    assertThat(bb(Verb.REFUSED, "list", directory + "/no\u001b[2J\ntier").lines()).hasSize(1);
    assertThat(bb(Verb.REFUSED, "verb\u001b[2J\nof mine").lines()).hasSize(1);
  }
}
