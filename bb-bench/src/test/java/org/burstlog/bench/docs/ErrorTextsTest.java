package org.burstlog.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.burstlog.bench.docs.Messages.Message;
import org.burstlog.netcdf.header.NcError;
import org.junit.jupiter.api.Test;

/**
 * Every message a user can meet says what happened, where, and what to do. The list of all of them,
 * for reviews, is written to {@code target/messages.txt} of this module.
 */
class ErrorTextsTest {
  /** How a message leads on to what to do: a clause of its own, or a command, or a choice. */
  private static final Pattern REMEDY =
      Pattern.compile(
          "; |'bb |--[a-z]|\\bso (?:choose|drain)|which .*\\? |, or |Remove the cause|until "
              // What is allowed instead is named.
              + "|(?:which is not|and MPI takes) \\{\\}");

  private static final Pattern SHOUTING =
      Pattern.compile("!|\\b[Pp]lease\\b|\\b[Ee]rror:|\\bfatal\\b");

  /** Words of others that are handed on with a place in front; what to do depends on them. */
  private static final Pattern WITH_CAUSE =
      Pattern.compile("(?:failed|: |is no hint|thrown by )(?: on \\{\\})?:? ?\\{\\}");

  @Test
  void allOfThemAreListed() throws IOException {
    List<Message> messages = Messages.all();
    Path list = Page.HOME.resolve("bb-bench/target/messages.txt");
    Files.createDirectories(Page.HOME.resolve("bb-bench/target"));
    Files.write(list, messages.stream().map(Message::toString).toList());
    assertThat(messages.stream().filter(Message::isOurs)).hasSizeGreaterThan(80);
  }

  @Test
  void ourMessagesSayWhatToDo() throws IOException {
    assertThat(ours(m -> !REMEDY.matcher(m.text()).find() && !WITH_CAUSE.matcher(m.text()).find()))
        .isEmpty();
  }

  @Test
  void ourMessagesNameWhatTheyAreAbout() throws IOException {
    // Where there is only one thing it can be about, the words name it.
    assertThat(
            ours(
                m ->
                    !m.text().contains("{}")
                        && !m.text().contains("burst")
                        && !m.text().contains("group")
                        && !m.text().contains("--")
                        && !m.text().contains("round")
                        && !m.text().contains("bb ")))
        .isEmpty();
  }

  @Test
  void ourMessagesAreClausesAndDoNotShout() throws IOException {
    assertThat(
            ours(
                m ->
                    m.text().isEmpty()
                        || m.text().stripTrailing().endsWith(".")
                        || SHOUTING.matcher(m.text()).find()
                        || m.text().contains("  ")))
        .isEmpty();
  }

  @Test
  void aFailureWithoutAMessageIsNeverToldAsNull() throws IOException {
    // The message of an exception may be null; BurstlogException says its kind then.
    assertThat(Messages.sourcesWith("getMessage"))
        .containsExactly(Path.of("bb-core/src/main/java/org/burstlog/BurstlogException.java"));
  }

  private static List<Message> ours(Predicate<Message> wrong) throws IOException {
    return Messages.all().stream()
        .filter(m -> m.isOurs() && !m.isHandedOn())
        .filter(wrong)
        .toList();
  }

  @Test
  void everyErrorOfNetcdfHasARemedy() {
    for (NcError error : NcError.values()) {
      assertThat(error.remedy()).as(error.name()).isNotBlank().doesNotEndWith(".");
      assertThat(error.description()).as(error.name()).isNotBlank().doesNotEndWith(".");
    }
  }
}
