package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.recover.FreshLook;
import org.burstlog.recover.Judgement;
import org.burstlog.recover.LaneJudgement;
import org.burstlog.recover.Progress;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.report.Amounts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bb verify}: whether logs are whole. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Reads every entry and every byte of data of sessions, and checks them against their"
          + " checksums. Changes nothing.",
      "A log is clean, torn (its end was cut off, as a power loss does; all before it is whole) or"
          + " damaged (something before the end is wrong). Of a session that is retained, all is"
          + " checked that readers would take from its logs; its target has that, too.",
      "Exit code: 0 all logs are clean and there, 1 some are torn, damaged or missing, 2 a session"
          + " could not be looked at, or is live."
    })
public final class VerifyVerb implements Verb {
  @Mixin private SessionOptions sessions = new SessionOptions();

  @Option(names = "--all", description = "Verifies every orphaned session of the tiers.")
  private boolean all;

  @Option(names = "--progress", description = "Shows progress even where there is no terminal.")
  private boolean progress;

  /** Creates the verb. */
  public VerifyVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Selection selection = sessions.selection(all ? Selection::isLeft : null, ", or say --all");
    return verify(selection, ProgressLine.to(err, progress), sessions.json(), out, err);
  }

  /**
   * Verifies sessions.
   *
   * @param named directories of sessions, or targets
   * @param tiers where to look for sessions of targets; none for the tier that the settings name
   * @param json whether JSON is written
   * @param out where it is told what was found
   * @param err where it is told what could not be looked at
   * @return the exit code
   * @throws IOException when none could be looked at
   */
  public static int verify(
      List<Path> named, List<Path> tiers, boolean json, PrintStream out, PrintStream err)
      throws IOException {
    return verify(new Selection(tiers, named, null), Progress.NONE, json, out, err);
  }

  private static int verify(
      Selection selection, Progress progress, boolean json, PrintStream out, PrintStream err)
      throws IOException {
    int code = OK;
    Json text = new Json().object().name("sessions").array();
    try (ProcessGroup group = new SoloGroup()) {
      List<TierSession> sessions = selection.find(group);
      if (sessions.isEmpty() && !json) {
        out.println("nothing to verify");
      }
      for (TierSession found : sessions) {
        Optional<Verified> verified =
            FreshLook.at(
                group, Selection.storage(), found, now -> Verified.of(group, now, progress));
        ProgressLine.end(progress);
        if (verified.isEmpty()) {
          // Whoever has removed it meanwhile has brought its records into the target before.
          continue;
        }
        TierSession session = verified.get().session;
        Judgement judgement = verified.get().judgement;
        text.object();
        Selection.describe(text, session);
        if (judgement == null) {
          code = REFUSED;
          String reason =
              session.problems().isEmpty()
                  ? session + " is live, so its logs change while they are read; wait for its end"
                  : String.join("; ", session.problems());
          text.field("outcome", "refused").field("reason", reason);
          err.println("bb verify: refused: " + Words.line(reason));
        } else {
          if (!whole(judgement)) {
            code = Math.max(code, WRONG);
          }
          text.field("outcome", "verified");
          describe(text, judgement);
          if (!json) {
            print(session, judgement, out);
          }
        }
        text.end();
      }
    }
    if (json) {
      out.println(text.end().field("exit", code).end());
    }
    return code;
  }

  /** What was found in a session; no judgement where it must not be read. */
  private record Verified(TierSession session, @Nullable Judgement judgement) {
    static Verified of(ProcessGroup group, TierSession session, Progress progress)
        throws IOException {
      boolean refused = session.state() == SessionState.LIVE || session.refused();
      return new Verified(
          session, refused ? null : Recovery.judge(group, Selection.storage(), session, progress));
    }
  }

  private static boolean whole(Judgement judgement) {
    return judgement.state() == LogVerdict.State.CLEAN
        && (judgement.missing().isEmpty() || judgement.records() == 0);
  }

  private static void print(TierSession session, Judgement judgement, PrintStream out) {
    out.println(
        session
            + ": "
            + Words.lower(judgement.state())
            + ", "
            + Words.count(judgement.records(), "record", "records")
            + ", "
            + Amounts.bytes(judgement.bytes()));
    for (LaneJudgement lane : judgement.lanes()) {
      out.printf(
          Locale.ROOT,
          "  %s %s %s, %s, %s%n",
          lane.log(),
          lane.rank() < 0 ? "(nobody)" : "rank " + lane.rank(),
          Words.lower(lane.state()),
          Words.count(lane.records(), "record", "records"),
          Amounts.bytes(lane.bytes()));
      lane.flaws().forEach(flaw -> out.println("    " + Words.line(flaw)));
    }
    if (!judgement.missing().isEmpty()) {
      out.println("  not there: the logs of ranks " + Words.ranks(judgement.missing()));
    }
  }

  /** What was found in a session, as fields of an open object. */
  static void describe(Json text, Judgement judgement) {
    text.field("verdict", Words.lower(judgement.state()))
        .field("records", judgement.records())
        .field("recordBytes", judgement.bytes())
        .field("missingRanks", judgement.missing(), Json::value)
        .field("copied", judgement.copied(), Json::value)
        .field(
            "lanes",
            judgement.lanes(),
            (j, lane) ->
                j.object()
                    .field("log", lane.log())
                    .field("rank", lane.rank())
                    .field("verdict", Words.lower(lane.state()))
                    .field("records", lane.records())
                    .field("recordBytes", lane.bytes())
                    .field("damages", lane.damages())
                    .field("flaws", lane.flaws(), Json::value)
                    .end());
  }
}
