package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.BurstlogException;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.report.Amounts;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.burstlog.stage.StageOut;
import org.burstlog.stage.Staged;
import org.burstlog.stage.Staged.State;
import org.burstlog.storage.Pause;
import org.burstlog.target.PlainTarget;
import picocli.CommandLine.Option;

/** The options and the output of verbs that move files out of tiers within a time. */
abstract sealed class StagingOut implements Verb permits StageOutVerb, DrainVerb {
  private static final Duration ANY = Duration.ofDays(365);

  /** A program that is waited for is looked at again after so long. */
  private static final long BETWEEN_LOOKS = 500_000_000;

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description =
          "Where to look; may be given several times. Default: the tier that the settings name.")
  private List<Path> tiers = new ArrayList<>();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "The most time for the moves, such as 120s. A file that would take longer is not begun;"
              + " earlier moves show how long it takes. Default: no limit.")
  private String budget = "";

  @Option(
      names = "--wait",
      description = "Waits for programs that are writing files, as long as the time suffices.")
  private boolean waits;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    List<Staged> files = move();
    int code = code(files);
    if (json) {
      out.println(
          new Json()
              .object()
              .field(
                  "files",
                  files,
                  (j, file) ->
                      j.object()
                          .field("target", file.target())
                          .field("state", Words.lower(file.state()))
                          .field("bytes", file.bytes())
                          .field("why", file.why())
                          .end())
              .field("exit", code)
              .end());
    } else {
      files.forEach(file -> print(file, out));
    }
    files.stream()
        .filter(file -> file.state() == State.FAILED)
        .forEach(
            file ->
                err.println("bb: " + Words.line(file.target()) + ": " + Words.line(file.why())));
    return code;
  }

  private static void print(Staged file, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%-8s %10s  %s%n",
        Words.lower(file.state()),
        Amounts.bytes(file.bytes()),
        Words.line(file.target()));
    if (!file.why().isEmpty() && file.state() != State.FAILED) {
      out.println("                     " + Words.line(file.why()));
    }
  }

  private static Duration time(String text) throws BurstlogException {
    if (text.isEmpty()) {
      return ANY;
    }
    try {
      return Setting.time("", "0s", "").read(text);
    } catch (IllegalArgumentException e) {
      throw new BurstlogException("--budget " + text + ": no time; give one such as 120s", e);
    }
  }

  private List<Staged> move() throws IOException {
    List<Path> places = Selection.chosen(tiers);
    Duration time = time(budget);
    RecoveryOptions options =
        RecoveryOptions.careful(Settings.load().drainOptions()).with(Choice.NODE_BY_NODE);
    try (SoloGroup group = new SoloGroup()) {
      StageOut staging =
          new StageOut(
              group, Selection.storage(), PlainTarget.SYSTEM, options, time, System::nanoTime);
      return waits ? staging.await(places, () -> Pause.nanos(BETWEEN_LOOKS)) : staging.run(places);
    }
  }

  private static int code(List<Staged> files) {
    if (files.stream().anyMatch(file -> file.state() == State.FAILED)) {
      return REFUSED;
    }
    return files.stream().allMatch(file -> file.state() == State.COMPLETE) ? OK : WRONG;
  }
}
