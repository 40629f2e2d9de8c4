package org.burstlog.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages keep those rules of the house style in CONTRIBUTING.md that a program can check. */
class HouseStyleTest {
  private static final int LONGEST_SENTENCE = 40;

  /** Expressions that readers stumble over, and what to write instead. */
  private static final Map<Pattern, String> STUMBLES = new LinkedHashMap<>();

  /** Words that hide what a section is about. */
  private static final Pattern RIDDLE =
      Pattern.compile("(?i)\\b(?:who|whom|others|told|nobody|somebody|an? (?:\\w+ )?one)\\b");

  static {
    stumble("(?:no|some|any|every)body(?:'s|s)?", "name the process, the user or the program");
    stumble("who(?:ever|mever)", "name the process, the user or the program");
    stumble(
        "(?<!\\b(?:user|users|reader|readers|people|person|owner|owners|attacker|root) )who",
        "'who' is for people; name the process or the program, or write 'that'");
    stumble(
        "what (?:is|was|were|has been|had been) (?:put|told|drained|retained|kept|pending)",
        "use a noun: records, puts, pending records, retained logs");
    stumble("(?:is|are|was|were|be|been) told(?! apart)", "write 'is reported', or 'gets'");
    stumble("tells? of", "write 'reports', 'describes' or 'shows'");
    stumble("(?:gives?|gave|given|giving) (?:it |them )?up", "write 'releases' or 'stops'");
    stumble("as ever|all the same", "write 'as before', 'still' or 'identical'");
    stumble("but for", "write 'except'");
    stumble("nothing but", "write 'only'");
  }

  private static void stumble(String expression, String remedy) {
    STUMBLES.put(Pattern.compile("(?i)\\b(?:" + expression + ")\\b"), remedy);
  }

  private static List<String> findings(String sentence) {
    List<String> findings = new ArrayList<>();
    STUMBLES.forEach(
        (pattern, remedy) -> {
          Matcher found = pattern.matcher(sentence);
          if (found.find()) {
            findings.add("'" + found.group() + "' in: " + sentence + " -> " + remedy);
          }
        });
    if (Prose.words(sentence) > LONGEST_SENTENCE) {
      findings.add("too long: " + sentence + " -> make two sentences");
    }
    return findings;
  }

  @Nested
  class OnEachPage {
    @Test
    void sentencesAreShortAndNameWhatTheyAreAbout() throws IOException {
      List<String> findings = new ArrayList<>();
      for (Page page : Page.all()) {
        for (String sentence : Prose.sentences(page)) {
          findings(sentence).forEach(finding -> findings.add(page.name() + ": " + finding));
        }
      }
      assertThat(findings).isEmpty();
    }

    @Test
    void headingsNameTheirSubject() throws IOException {
      for (Page page : Page.all()) {
        // Headings of a lower level may quote a message.
        assertThat(Stream.concat(page.headings("#").stream(), page.headings("##").stream()))
            .as(page.name())
            .noneMatch(heading -> RIDDLE.matcher(heading).find());
      }
    }
  }

  @Nested
  class OfASentence {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "It waits for nobody's drain.",
          "Who gives it up cuts the files.",
          "The log has what was put before.",
          "An error is told by the next call.",
          "All is kept but for the last record.",
        })
    void whatReadersStumbleOverIsFound(String sentence) {
      assertThat(findings(sentence)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "A user who deletes the file loses the data.",
          "The process releases the log, whose files are deleted.",
          "The next call reports the error.",
        })
    void plainWordsAreNot(String sentence) {
      assertThat(findings(sentence)).isEmpty();
    }

    @Test
    void fortyWordsAreTheMost() {
      assertThat(findings("word ".repeat(40).strip())).isEmpty();
      assertThat(findings("word ".repeat(41).strip())).hasSize(1);
    }
  }

  @Nested
  class InAPage {
    @Test
    void codeLinksAndCellsOfTablesAreTakenApart() {
      Page page =
          new Page(
              Path.of("page.md"),
              List.of(
                  "# Nobody reads this",
                  "One [link",
                  "of two](x.md#y) and `nobody`: done. Next",
                  "- item",
                  "| a. b | c |",
                  "",
                  "    nobody, in a block"));
      assertThat(Prose.sentences(page))
          .containsExactly(
              "One link of two and `code`:", "done.", "Next", "- item", "a.", "b", "c");
    }
  }
}
