package org.burstlog.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.report.Figures;
import org.burstlog.report.ReportFile;
import org.burstlog.report.Run;
import org.burstlog.report.State;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;

/**
 * A report that was found on tiers.
 *
 * @param session the session's number in hexadecimal digits
 * @param fate what became of the program
 * @param run what its processes have written down
 */
record FoundReport(String session, Fate fate, Run run) {
  /** What became of the program, as far as this file is concerned. */
  enum Fate {
    /** It has the file open. */
    LIVE,
    /** It has closed the file. */
    CLOSED,
    /** It has closed the file and left logs for recovery. */
    LEFT,
    /** It ended without closing the file. */
    DIED
  }

  /** Finds all reports on some tiers, the newest first. */
  static List<FoundReport> on(List<Path> tiers) throws IOException {
    Storage storage = Selection.storage();
    Map<String, List<Figures>> figures = new LinkedHashMap<>();
    Set<String> live;
    try (SoloGroup group = new SoloGroup()) {
      live =
          Selection.everything(tiers).find(group).stream()
              .filter(session -> session.state() == SessionState.LIVE)
              .map(TierSession::id)
              .collect(Collectors.toSet());
    }
    Set<Path> looked =
        tiers.stream().map(TargetPath::canonical).collect(Collectors.toUnmodifiableSet());
    for (Path tier : looked) {
      for (Path file : ReportFile.find(storage, storage.own(tier))) {
        figures
            .computeIfAbsent(ReportFile.session(file), id -> new ArrayList<>())
            .addAll(ReportFile.read(storage, file));
      }
    }
    List<FoundReport> found = new ArrayList<>();
    figures.forEach(
        (id, all) -> {
          if (!all.isEmpty()) {
            Run run = Run.of(all);
            found.add(new FoundReport(id, fate(run.state(), live.contains(id)), run));
          }
        });
    found.sort(
        Comparator.comparingLong((FoundReport one) -> one.run().subject().began()).reversed());
    return found;
  }

  private static Fate fate(State state, boolean live) {
    return switch (state) {
      case CLOSED -> Fate.CLOSED;
      case LEFT -> Fate.LEFT;
      case OPEN -> live ? Fate.LIVE : Fate.DIED;
    };
  }

  /** Says in a line what became of the program, and of how many processes this is. */
  String told() {
    String became =
        switch (fate) {
          case LIVE -> "the file is open";
          case CLOSED -> "the file was closed";
          case LEFT ->
              "the file was closed and its logs were left; 'bb recover' brings them into it";
          case DIED ->
              "the program died before it closed the file; 'bb recover' brings what is in its logs"
                  + " into it";
        };
    int missing = run.subject().processes() - run.told();
    return became
        + (missing > 0
            ? "; " + missing + " of its processes are not told of here: name the tiers of all nodes"
            : "");
  }
}
