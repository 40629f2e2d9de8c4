package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/** What is the same for all verbs: completion, manual pages, help, and the table of exit codes. */
class MannersTest extends CommandLineTest {
  @TempDir Path directory;

  private static Stream<Command> verbs() {
    return ServiceLoader.load(Verb.class).stream()
        .filter(verb -> verb.type().getModule().equals(Verb.class.getModule()))
        .map(verb -> verb.type().getAnnotation(Command.class));
  }

  @Test
  void aShellCompletesVerbsAndOptions() {
    assertThat(bb("completion")).isZero();
    assertThat(said()).contains("complete -F _complete_bb", "--prometheus");
    verbs().forEach(verb -> assertThat(said()).contains(verb.name()));
  }

  @Test
  void everyVerbHasAManualPageThatSaysWhatItEndsWith() throws IOException {
    assertThat(bb("man", "--into", directory.toString())).isZero();
    assertThat(directory.resolve("man1/bb.1")).content().contains(".SH VERBS\n", "\n.B recover\n");
    verbs()
        .forEach(
            verb ->
                assertThat(directory.resolve("man1/bb-" + verb.name() + ".1"))
                    .content()
                    .startsWith(".TH \"BB-")
                    .contains(".SH NAME\nbb\\-" + verb.name() + " \\- ")
                    .contains(".SH EXIT STATUS\n0"));
  }

  @Test
  void aManualPageHasTheOptions() {
    assertThat(bb("man", "list")).isZero();
    assertThat(said()).contains(".TP\n.B \\-\\-json\nWrites JSON.\n", ".B TIER\n");
  }

  @Test
  void aVerbThatIsNotThereHasNoManualPage() {
    assertThat(bb("man", "nosuch")).isEqualTo(Verb.REFUSED);
    assertThat(complained()).contains("no verb 'nosuch'; ");
  }

  @Test
  void helpHasNoColoursWhereNobodyLooks() {
    assertThat(bb("list", "--help")).isZero();
    assertThat(said()).doesNotContain("\u001b");
  }

  @Test
  void oneTableHasTheExitCodesOfAllVerbs() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "recovery.md"));
    verbs().forEach(verb -> assertThat(page).containsPattern("\n\\| .*`bb " + verb.name() + "\\b"));
  }
}
