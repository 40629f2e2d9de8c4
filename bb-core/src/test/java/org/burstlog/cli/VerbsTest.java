package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.recover.Wreck.longs;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs that work on sessions, as a user meets them: what they say, do, and return. */
class VerbsTest {
  @TempDir Path directory;
  private Wreck wreck;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  private int bb(Object... args) {
    out.reset();
    err.reset();
    String[] texts = new String[args.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = args[i].toString();
    }
    return Main.run(stream(out), stream(err), texts);
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String complained() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Path torn() throws Exception {
    Path left = twoRecords("torn.bin");
    Wreck.damage(left.resolve("r00000.data"), Wreck.FIRST_DATA + 16);
    return left;
  }

  private Path damaged() throws Exception {
    Path left = twoRecords("damaged.bin");
    Wreck.damage(left.resolve("r00000.data"), Wreck.FIRST_DATA);
    return left;
  }

  private Path twoRecords(String name) throws Exception {
    return wreck.of(
        name,
        1,
        "process",
        (group, buffer) -> {
          BufferedArray array = buffer.define(Wreck.layout(4));
          Wreck.put(array, 0, 1, 2);
          Wreck.put(array, 2, 3, 4);
        });
  }

  /** Something to do while a session of a target lives. */
  private interface Meanwhile {
    void run(Path session) throws Exception;
  }

  private void whileLive(Meanwhile meanwhile) throws Exception {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, wreck.tier().toString())
            .build();
    try (SoloGroup group = new SoloGroup();
        TargetFile file =
            PlainTarget.open(group, wreck.target("live.bin"), TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      Wreck.put(buffer.define(Wreck.layout(4)), 0, 1, 2, 3, 4);
      meanwhile.run(wreck.session().paths().get(0));
    }
    assertThat(wreck.content("live.bin")).isEqualTo(longs(1, 2, 3, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "inspect", "verify", "recover", "discard", "settings"})
  void everyVerbExplainsItselfAndItsExitCodes(String verb) {
    assertThat(bb(verb, "--help")).isZero();
    assertThat(said()).contains("Usage: bb " + verb, "Exit code: 0", "--json");
  }

  @Nested
  class Listing {
    @Test
    void tellsWhatIsOrphaned() throws Exception {
      Path left = wreck.small("out.bin");
      assertThat(bb("list", wreck.tier())).isEqualTo(1);
      assertThat(said())
          .containsPattern("orphaned +\\d+ .* 1 .* " + wreck.target("out.bin"))
          .contains(left.toString());
    }

    @Test
    void spareSessionsAreListedAndThoseOfDeadProcessesDiscarded() throws Exception {
      Path dead =
          Files.createDirectories(wreck.small("out.bin").resolveSibling("spare-0123456789abcdef"));
      Files.write(dead.resolve("1.data"), new byte[4096]);
      assertThat(bb("list", wreck.tier())).isEqualTo(1);
      assertThat(said()).contains("spare session of a dead process, 4.0 KiB", dead.toString());
      assertThat(bb("list", "--json", wreck.tier())).isEqualTo(1);
      assertThat(said()).contains("{\"directory\":\"" + dead + "\",\"bytes\":4096,\"live\":false}");
      assertThat(bb("discard", "--done", "--json", "--tier", wreck.tier())).isZero();
      assertThat(said()).contains("\"spares\":[\"" + dead + "\"]");
      assertThat(dead).doesNotExist();
    }

    @Test
    void spareSessionsOfARunningProcessStay() throws Exception {
      whileLive(session -> assertThat(session).exists());
      assertThat(bb("list", wreck.tier())).isZero();
      assertThat(said()).contains("no sessions", "spare session of a running process, ");
      assertThat(bb("discard", "--yes", "--done", "--tier", wreck.tier())).isZero();
      assertThat(said()).contains("nothing to discard");
    }

    @Test
    void anEmptyTierIsFine() {
      assertThat(bb("list", wreck.tier())).isZero();
      assertThat(said()).contains("no sessions");
    }

    @Test
    void whatLivesIsNoReasonToWorry() throws Exception {
      whileLive(
          session -> {
            assertThat(bb("list", wreck.tier())).isZero();
            assertThat(said()).contains("live");
          });
    }

    @Test
    void writesJson() throws Exception {
      wreck.small("out \"quoted\".bin");
      assertThat(bb("list", "--json", wreck.tier())).isEqualTo(1);
      assertThat(said())
          .startsWith("{\"sessions\":[{\"session\":\"")
          .contains("\"state\":\"orphaned\"")
          .contains("out \\\"quoted\\\".bin\"")
          .contains("\"ranks\":1")
          .endsWith("],\"exit\":1}\n");
    }

    @Test
    void aTierThatIsNotThereIsRefused() {
      assertThat(bb("list", directory.resolve("nowhere"))).isEqualTo(2);
      assertThat(complained()).contains("nowhere does not exist");
      assertThat(complained().lines()).hasSize(1);
    }
  }

  /** What must not be touched is not passed over as if it were not there. */
  @Nested
  class Refusing {
    private void assertToldByAll(Path refused) throws Exception {
      Path target = wreck.target("out.bin");
      assertThat(bb("list", wreck.tier())).isEqualTo(2);
      assertThat(said()).contains("refused").contains(refused.toString());
      for (String verb : List.of("recover", "verify")) {
        assertThat(bb(verb, "--all", "--tier", wreck.tier())).as(verb).isEqualTo(2);
        assertThat(complained()).contains("refused").contains(refused.toString());
        assertThat(bb(verb, "--tier", wreck.tier(), target)).as(verb).isEqualTo(2);
        assertThat(complained()).contains("refused").contains(refused.toString());
      }
      for (String which : List.of("--done", "--retained")) {
        assertThat(bb("discard", which, "--tier", wreck.tier())).as(which).isEqualTo(2);
        assertThat(complained()).contains("refused").contains(refused.toString());
      }
      assertThat(wreck.content("out.bin")).isEmpty();
    }

    @Test
    void isToldOfADirectoryThatOthersMayWriteTo() throws Exception {
      Path left = wreck.small("out.bin");
      Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rwxrwx---"));
      assertToldByAll(left);
    }

    @Test
    void isToldOfALink() throws Exception {
      Path left = wreck.small("out.bin");
      Files.createSymbolicLink(left, Files.move(left, directory.resolve("elsewhere")));
      assertToldByAll(left);
    }

    @Test
    void isToldOfALockThatIsALink() throws Exception {
      Path left = wreck.small("out.bin");
      Files.deleteIfExists(left.resolve("lock"));
      Files.createSymbolicLink(left.resolve("lock"), directory.resolve("elsewhere"));
      assertToldByAll(left);
    }

    @Test
    void doesNotKeepTheOthersFromBeingRecovered() throws Exception {
      Path left = wreck.small("out.bin");
      Path other = wreck.small("other.bin");
      Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rwxrwx---"));
      assertThat(bb("recover", "--all", "--tier", wreck.tier())).isEqualTo(2);
      assertThat(said()).contains("recovered other.bin");
      assertThat(other).doesNotExist();
      assertThat(left).exists();
    }
  }

  @Nested
  class Verifying {
    @Test
    void cleanTornAndDamagedAreToldApart() throws Exception {
      Path clean = twoRecords("clean.bin");
      Path torn = torn();
      Path damaged = damaged();
      assertThat(bb("verify", clean)).isZero();
      assertThat(said()).contains("clean, 2 records, 32 bytes");
      assertThat(bb("verify", torn)).isEqualTo(1);
      assertThat(said()).contains("torn, 1 record, 16 bytes").contains("cut off");
      assertThat(bb("verify", damaged)).isEqualTo(1);
      assertThat(said()).contains("damaged, 1 record").contains("checksum");
      assertThat(bb("verify", "--json", clean, torn, damaged)).isEqualTo(1);
      assertThat(said())
          .contains("\"verdict\":\"clean\"")
          .contains("\"verdict\":\"torn\"")
          .contains("\"verdict\":\"damaged\"")
          .endsWith("\"exit\":1}\n");
    }

    /** A program drains in the background and closes its file; its logs are kept. */
    private Path retained(String mode) throws Exception {
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, wreck.tier().toString())
              .set(Settings.DRAIN_MODE, mode)
              .set(Settings.RETAIN, "1MiB")
              .build();
      Path target = wreck.target("kept.bin");
      try (SoloGroup group = new SoloGroup();
          TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
        BufferedArray array = buffer.define(Wreck.layout(4));
        for (int i = 0; i < 3; i++) {
          Wreck.put(array, i, i + 1, i + 2);
          buffer.handOver(DrainReason.FLUSH);
        }
      }
      return wreck.session().paths().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreground", "background"})
    void whatIsRetainedIsRead(String mode) throws Exception {
      Path kept = retained(mode);
      assertThat(bb("verify", kept)).isZero();
      assertThat(said()).contains("clean, 3 records, 48 bytes").doesNotContain("missing");
      assertThat(bb("verify", "--json", "--tier", wreck.tier(), wreck.target("kept.bin"))).isZero();
      assertThat(said()).contains("\"records\":3").contains("\"exit\":0");
      Wreck.damage(kept.resolve("r00000.data"), Wreck.FIRST_DATA);
      assertThat(bb("verify", kept)).isEqualTo(1);
      assertThat(said()).contains("damaged, ").contains("0 whole records of generation");
    }

    @Test
    void aRetainedLogThatIsGoneIsToldAndSoIsADamagedCatalogue() throws Exception {
      Path kept = retained("foreground");
      Files.move(kept.resolve("r00000.meta"), kept.resolve("elsewhere"));
      assertThat(bb("verify", kept)).isEqualTo(1);
      assertThat(said()).contains("r00000: damaged: the log is missing");
      Files.move(kept.resolve("elsewhere"), kept.resolve("r00000.meta"));
      Wreck.damage(kept.resolve("retained-00000"), 20);
      assertThat(bb("verify", kept)).isEqualTo(1);
      assertThat(said()).contains("retained-00000: damaged: the catalogue does not match");
      Files.write(kept.resolve("r00000.meta"), new byte[100]);
      assertThat(bb("verify", kept)).isEqualTo(1);
    }

    @Test
    void missingLogsAreTold() throws Exception {
      Path left =
          wreck.of(
              "out.bin",
              2,
              "process",
              (group, buffer) ->
                  Wreck.put(buffer.define(Wreck.layout(4)), 2L * group.rank(), 1, 2));
      Files.delete(left.resolve("r00001.meta"));
      assertThat(bb("verify", left)).isEqualTo(1);
      assertThat(said()).contains("not there: the logs of ranks [1]");
    }

    @Test
    void whatLivesIsRefused() throws Exception {
      whileLive(
          session -> {
            assertThat(bb("verify", session)).isEqualTo(2);
            assertThat(complained()).contains("is live");
          });
    }

    @Test
    void whatIsNoSessionIsRefused() {
      assertThat(bb("verify", "--tier", wreck.tier(), directory.resolve("none.bin"))).isEqualTo(2);
      assertThat(complained()).contains("no session of").contains("bb list");
      assertThat(bb("verify")).isEqualTo(2);
      assertThat(complained()).contains("which sessions?");
    }
  }

  @Nested
  class Recovering {
    @ParameterizedTest
    @CsvSource({"1, process, 1 process", "3, process, 3 processes", "3, node, 3 processes"})
    void processesAreCountedOnceHoweverManyLogsTheyHave(int ranks, String layout, String counted)
        throws Exception {
      Path left =
          wreck.of(
              wreck.target("out.bin"),
              TargetFile.Mode.CREATE,
              ranks,
              settings ->
                  settings.set(Settings.LAYOUT, layout).set(Settings.DRAIN_MODE, "background"),
              /* secondhand= */ false,
              (group, buffer) -> {
                BufferedArray array = buffer.define(Wreck.layout(ranks));
                Wreck.put(array, group.rank(), 1);
                buffer.handOver(DrainReason.FLUSH);
                buffer.awaitDrained();
                Wreck.put(array, group.rank(), 2);
              });
      assertThat(bb("recover", left)).isZero();
      assertThat(said()).contains(" bytes of " + counted + " into ");
    }

    @Test
    void aSessionIsRecoveredByItsDirectory() throws Exception {
      Path left = wreck.small("out.bin");
      assertThat(bb("recover", left)).isZero();
      assertThat(said())
          .contains("recovered out.bin.")
          .contains("1 record, 32 bytes of 1 process into " + wreck.target("out.bin"));
      assertThat(complained()).isEmpty();
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
      assertThat(left).doesNotExist();
    }

    /** Its process died before it had written a header. */
    @Test
    void allTakesAlongWhatIsLeftOfASessionWithoutRecords() throws Exception {
      Path left = wreck.small("out.bin");
      for (String log : List.of("r00000.meta", "r00000.data")) {
        Files.write(left.resolve(log), new byte[8192]);
      }
      assertThat(bb("list", wreck.tier())).isZero();
      assertThat(said()).contains("empty");
      assertThat(bb("recover", "--all", "--tier", wreck.tier())).isZero();
      assertThat(said()).contains("nothing pending in out.bin.");
      assertThat(left).doesNotExist();
    }

    @Test
    void aSessionIsFoundByItsTarget() throws Exception {
      wreck.small("out.bin");
      wreck.small("other.bin");
      assertThat(bb("recover", "--tier", wreck.tier(), wreck.target("out.bin"))).isZero();
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
      assertThat(wreck.content("other.bin")).isEmpty();
    }

    @Test
    void severalThreadsShareTheWork() throws Exception {
      wreck.of(
          "out.bin",
          4,
          "node",
          (group, buffer) -> Wreck.put(buffer.define(Wreck.layout(4)), group.rank(), 7));
      assertThat(bb("recover", "--all", "--threads", 3, "--tier", wreck.tier())).isZero();
      assertThat(said()).contains("4 records").hasLineCount(1);
      assertThat(wreck.content("out.bin")).isEqualTo(longs(7, 7, 7, 7));
    }

    @Test
    void oneThatIsRefusedDoesNotStopTheOthers() throws Exception {
      damaged();
      wreck.small("out.bin");
      assertThat(bb("recover", "--all", "--json", "--tier", wreck.tier())).isEqualTo(2);
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
      assertThat(wreck.content("damaged.bin")).isEmpty();
      assertThat(said())
          .contains("\"outcome\":\"refused\",\"reason\":\"damaged.bin.")
          .contains("\"outcome\":\"replayed\"")
          .endsWith("\"exit\":2}\n");
      assertThat(complained()).contains("--force");
    }

    @Test
    void aYoungerSessionWaitsForAnOlderOne() throws Exception {
      Path older = twoRecords("out.bin");
      Path younger =
          wreck.of(
              "out.bin",
              TargetFile.Mode.UPDATE,
              1,
              "process",
              (group, buffer) -> Wreck.put(buffer.define(Wreck.layout(4)), 0, 9));
      assertThat(bb("recover", younger)).isEqualTo(2);
      assertThat(complained()).contains("the older session " + older);
      Wreck.damage(older.resolve("r00000.data"), Wreck.FIRST_DATA);
      assertThat(bb("recover", older, younger)).isEqualTo(2);
      assertThat(complained()).contains("damaged").contains("an older session of");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(bb("discard", "--yes", older)).isZero();
      assertThat(bb("recover", younger)).isZero();
      assertThat(wreck.content("out.bin")).isEqualTo(longs(9));
    }

    /** As where each node has a tier of its own, and one process sees them all. */
    @Test
    void severalTiersAreRecoveredAtOnce() throws Exception {
      Path left =
          wreck.of(
              "out.bin",
              2,
              "process",
              (group, buffer) -> Wreck.put(buffer.define(Wreck.layout(2)), group.rank(), 7));
      Path second = directory.resolve("second");
      Path half = wreck.apart(left, second);
      assertThat(bb("recover", "--all", "--dry-run", "--tier", wreck.tier())).isEqualTo(1);
      assertThat(said()).contains("the logs of ranks [1] are on other nodes, or gone");
      assertThat(bb("recover", "--all", "--tier", wreck.tier(), "--tier", second)).isZero();
      assertThat(wreck.content("out.bin")).isEqualTo(longs(7, 7));
      assertThat(left).doesNotExist();
      assertThat(half).doesNotExist();
    }

    @Test
    void aDryRunTellsInJsonWhatItWouldDoAndDoesNot() throws Exception {
      Path left = wreck.small("out.bin");
      assertThat(bb("recover", "--dry-run", "--json", left)).isZero();
      assertThat(said())
          .contains("\"outcome\":\"would be replayed\"", "\"records\":1", "\"recordBytes\":32")
          .endsWith("\"exit\":0}\n");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(left).exists();
    }

    @Test
    void aTargetThatIsNotTheOneThatWasLoggedIsRefused() throws Exception {
      Path left = wreck.small("out.bin");
      Path copy = Files.copy(wreck.target("out.bin"), wreck.target("copy.bin"));
      Files.move(copy, wreck.target("out.bin"), StandardCopyOption.REPLACE_EXISTING);
      assertThat(bb("recover", left)).isEqualTo(2);
      assertThat(complained()).contains("is another file than the one that was logged", "--force");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(left).exists();
    }

    @Test
    void whatWasCutOffIsToldByTheExitCode() throws Exception {
      Path left = torn();
      assertThat(bb("recover", "--dry-run", left)).isEqualTo(1);
      assertThat(said()).contains("would recover");
      assertThat(bb("recover", left)).isEqualTo(1);
      assertThat(said()).contains("cut off");
      assertThat(wreck.content("torn.bin")).isEqualTo(longs(1, 2));
    }

    /** The logs are kept, and what they lack does not come back. */
    @Test
    void whatWasCutOffIsToldUntilSomebodyGivesItUp() throws Exception {
      Path left = torn();
      assertThat(bb("recover", left)).isEqualTo(1);
      for (int again = 0; again < 2; again++) {
        assertThat(bb("recover", "--all", "--tier", wreck.tier())).isEqualTo(1);
        assertThat(said()).contains("had been recovered", "cut off", "logs are kept");
        assertThat(bb("verify", left)).isEqualTo(1);
        assertThat(said()).contains("torn", "1 record", "cut off");
        assertThat(bb("list", wreck.tier())).isZero();
        assertThat(said()).contains("recovered", "cut off");
        assertThat(bb("discard", "--yes", "--done", "--tier", wreck.tier())).isZero();
        assertThat(complained()).contains("kept " + left, "cut off");
        assertThat(left).exists();
      }
      assertThat(bb("discard", "--yes", left)).isZero();
      assertThat(left).doesNotExist();
    }

    @Test
    void forceTakesWhatIsWholeAndKeepsTheLogs() throws Exception {
      Path left = damaged();
      assertThat(bb("recover", left)).isEqualTo(2);
      assertThat(bb("recover", "--force", left)).isEqualTo(1);
      assertThat(said()).contains("damaged:").contains("logs are kept");
      assertThat(wreck.content("damaged.bin")).isEqualTo(longs(0, 0, 3, 4));
      assertThat(bb("list", wreck.tier())).isZero();
      assertThat(said()).contains("recovered");
    }

    @Test
    void whatLivesIsRefused() throws Exception {
      whileLive(
          session -> {
            assertThat(bb("recover", session)).isEqualTo(2);
            assertThat(complained()).contains("is live");
          });
    }

    @Test
    void whatAnotherProgramIsWritingIsLeftAlone() throws Exception {
      Path left = wreck.small("live.bin");
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, wreck.tier().toString())
              .set(Settings.RECOVER, "ignore")
              .build();
      try (SoloGroup group = new SoloGroup();
          TargetFile file =
              PlainTarget.open(group, wreck.target("live.bin"), TargetFile.Mode.UPDATE);
          BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
        Wreck.put(buffer.define(Wreck.layout(4)), 0, 5, 6, 7, 8);
        buffer.drain();
        assertThat(bb("recover", left)).isEqualTo(2);
        assertThat(complained()).contains("a program is writing the same target");
      }
      assertThat(wreck.content("live.bin")).isEqualTo(longs(5, 6, 7, 8));
    }

    @Test
    void oneTargetIsNotForSessionsOfSeveral() throws Exception {
      Path one = wreck.small("one.bin");
      Path two = wreck.small("two.bin");
      assertThat(bb("recover", "--target", wreck.target("one.bin"), one, two)).isEqualTo(2);
      assertThat(complained()).contains("--target names one file, and these are sessions of 2");
    }

    @Test
    void nothingNamedIsRefusedAndNothingFoundIsFine() {
      assertThat(bb("recover")).isEqualTo(2);
      assertThat(complained()).contains("which sessions?");
      assertThat(bb("recover", "--all", "--tier", wreck.tier())).isZero();
      assertThat(said()).contains("nothing to recover");
      assertThat(bb("recover", "--all", "--threads", 0)).isEqualTo(2);
    }

    @Test
    void progressIsToldWhereItIsAskedFor() throws Exception {
      assertThat(bb("recover", "--progress", wreck.small("out.bin"))).isZero();
      assertThat(complained()).contains("reading out.bin: 32 bytes");
    }
  }

  @Nested
  class Discarding {
    private int discard(Path session, String answer) throws Exception {
      out.reset();
      err.reset();
      BufferedReader in = new BufferedReader(new StringReader(answer));
      return DiscardVerb.discard(List.of(session), List.of(), in, false, stream(out), stream(err));
    }

    @Test
    void asksFirst() throws Exception {
      Path left = wreck.small("out.bin");
      assertThat(discard(left, "")).isEqualTo(1);
      assertThat(discard(left, "n\n")).isEqualTo(1);
      assertThat(complained()).contains("Delete 1 session?").contains(left.toString());
      assertThat(left).exists();
      assertThat(discard(left, "yes\n")).isZero();
      assertThat(left).doesNotExist();
      assertThat(wreck.content("out.bin")).isEmpty();
    }

    @Test
    void whatIsDamagedCanBeDiscarded() throws Exception {
      Path left = damaged();
      Files.delete(left.resolve("r00000.data"));
      assertThat(bb("discard", "--yes", "--json", left)).isZero();
      assertThat(said()).contains("\"outcome\":\"discarded\"");
      assertThat(left).doesNotExist();
    }

    @Test
    void whatLivesIsRefused() throws Exception {
      whileLive(
          session -> {
            assertThat(bb("discard", "--yes", session)).isEqualTo(2);
            assertThat(complained()).contains("is live");
          });
    }

    @Test
    void whatIsDoneWithGoesTogether() throws Exception {
      Path kept = wreck.small("kept.bin");
      Path orphaned = wreck.small("out.bin");
      assertThat(bb("recover", "--keep", kept)).isZero();
      assertThat(bb("discard", "--yes", "--done", "--tier", wreck.tier())).isZero();
      assertThat(kept).doesNotExist();
      assertThat(orphaned).exists();
    }
  }

  @Nested
  class Inspecting {
    @Test
    void aSessionIsInspectedLogByLog() throws Exception {
      Path left =
          wreck.of(
              "out.bin",
              2,
              "process",
              (group, buffer) -> {
                BufferedArray array = buffer.define(Wreck.layout(8));
                Wreck.put(array, 0, 1);
                Wreck.put(array, 0, 1, 2, 3);
                Wreck.put(array, 0, 1, 2, 3);
              });
      assertThat(bb("inspect", left)).isZero();
      assertThat(said())
          .contains("r00000.meta", "r00001.meta", "sizes of records")
          .containsPattern("8 bytes up +1 #{20}\\R")
          .containsPattern("16 bytes up +2 #{40}\\R");
      assertThat(bb("inspect", "--json", "--records", left)).isZero();
      assertThat(said())
          .contains("\"sizes\":[{\"atLeast\":8,\"records\":1},{\"atLeast\":16,\"records\":2}]")
          .contains("\"region\":\"start [0] count [3] stride [1]\",\"bytes\":24")
          .endsWith("],\"exit\":0}\n");
    }

    @Test
    void damageIsTold() throws Exception {
      assertThat(bb("inspect", "--json", damaged())).isEqualTo(1);
      assertThat(said()).contains("\"verdict\":\"damaged\"").contains("\"damages\":1");
    }
  }
}
