package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.recover.FreshLook;
import org.burstlog.recover.Judgement;
import org.burstlog.recover.Progress;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.recover.RecoveryRefusedException;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.report.Amounts;
import org.burstlog.target.TargetSystem;

/**
 * Recovers the sessions of a selection one after the other, and tells what became of each.
 *
 * <p>One that is refused or fails does not keep those of other targets from being recovered; but
 * the younger ones of its own target have to wait for it, or it would overwrite them later.
 */
final class Recoveries {
  private static final int MOST_FLAWS = 20;

  private final Selection selection;
  private final RecoveryOptions options;
  private final boolean json;
  private final PrintStream out;
  private final PrintStream err;

  Recoveries(
      Selection selection,
      RecoveryOptions options,
      boolean json,
      PrintStream out,
      PrintStream err) {
    this.selection = selection;
    this.options = options;
    this.json = json;
    this.out = out;
    this.err = err;
  }

  /** Recovers. Collective; the first process tells. */
  int run(ProcessGroup group, TargetSystem targets) throws IOException {
    boolean tells = group.rank() == 0;
    RecoveryOptions own = tells ? options : options.with(Progress.NONE);
    List<TierSession> sessions = selection.find(group);
    refuseMixing(sessions);
    Json text = new Json().object().name("sessions").array();
    Set<Path> waiting = new HashSet<>();
    int code = Verb.OK;
    for (TierSession session : sessions) {
      try {
        Optional<RecoveryReport> done =
            FreshLook.at(
                group,
                Selection.storage(),
                session,
                now -> {
                  refuseOutOfTurn(group, now, sessions, waiting);
                  return new Recovery(group, Selection.storage(), targets, own).recover(now);
                });
        ProgressLine.end(options.progress());
        if (done.isEmpty()) {
          // Whoever has removed it meanwhile has brought its records into the target before.
          continue;
        }
        RecoveryReport report = done.get();
        begin(text, session);
        if (!report.complete()) {
          code = Math.max(code, Verb.WRONG);
        }
        describe(text, report);
        if (tells && !json) {
          print(report);
        }
      } catch (GroupException e) {
        throw e;
      } catch (IOException e) {
        ProgressLine.end(options.progress());
        code = Verb.REFUSED;
        if (session.target() != null && session.state() != SessionState.SUPERSEDED) {
          waiting.add(session.target());
        }
        begin(text, session);
        String outcome = e instanceof RecoveryRefusedException ? "refused" : "failed";
        text.field("outcome", outcome).field("reason", reason(e));
        if (tells) {
          err.println("bb recover: " + outcome + ": " + Words.line(reason(e)));
        }
      }
      text.end();
    }
    if (tells && json) {
      out.println(text.end().field("exit", code).end());
    } else if (tells && sessions.isEmpty()) {
      out.println("nothing to recover");
    }
    return code;
  }

  private static void begin(Json text, TierSession session) {
    text.object();
    Selection.describe(text, session);
  }

  private static String reason(IOException e) {
    return BurstlogException.reason(e);
  }

  private void refuseOutOfTurn(
      ProcessGroup group, TierSession session, List<TierSession> all, Set<Path> waiting)
      throws IOException {
    if (options.choices().contains(Choice.FORCE) || session.state() != SessionState.ORPHANED) {
      return;
    }
    if (session.target() != null && waiting.contains(session.target())) {
      throw new BurstlogException(
          session
              + ": an older session of "
              + session.target()
              + " was not recovered and would overwrite this one later; recover or discard that"
              + " first, or --force");
    }
    for (TierSession other : Selection.inTheWay(group, session, all)) {
      throw new BurstlogException(
          session
              + (other.state() == SessionState.LIVE
                  ? ": a program is writing the same target, in the live session "
                      + other.paths().get(0)
                      + ", and would lose newer data to this; wait for its end, or --force"
                  : ": the older session "
                      + other.paths().get(0)
                      + " of the same target would overwrite it later; recover or discard that"
                      + " first, or --force"));
    }
  }

  /** Sessions of different files cannot all be meant to go into the one that is named. */
  private void refuseMixing(List<TierSession> sessions) throws BurstlogException {
    long targets = sessions.stream().map(s -> String.valueOf(s.target())).distinct().count();
    if (options.into().isPresent() && targets > 1) {
      throw new BurstlogException(
          "--target names one file, and these are sessions of "
              + targets
              + "; recover them one target at a time");
    }
  }

  private static void describe(Json text, RecoveryReport report) {
    text.field("outcome", Selection.outcome(report))
        .field("into", report.target())
        .field("complete", report.complete())
        .field("kept", report.kept())
        .field("madeTarget", report.made());
    Judgement judgement = report.judgement();
    if (judgement != null) {
      VerifyVerb.describe(text, judgement);
    }
  }

  private void print(RecoveryReport report) {
    Judgement judgement = report.judgement();
    String done =
        switch (report.outcome()) {
          case REPLAYED -> "recovered";
          case WOULD_BE_REPLAYED -> "would recover";
          case NOTHING_PENDING -> "nothing pending in";
          case ALREADY_RECOVERED -> "had been recovered:";
        };
    StringBuilder line = new StringBuilder(done).append(' ').append(report.session());
    if (judgement != null && report.target() != null) {
      line.append(": ")
          .append(Words.count(judgement.records(), "record", "records"))
          .append(", ")
          .append(Amounts.bytes(judgement.bytes()))
          .append(" of ")
          .append(Words.count(judgement.processes(), "process", "processes"))
          .append(" into ")
          .append(Words.line(report.target()));
    }
    out.println(line);
    if (judgement != null) {
      tellFlaws(judgement);
    }
    if (report.made()) {
      out.println(
          "  that is a new file: it has what is in the logs, and nothing else that was in the old"
              + " one, no header of a netCDF file for instance");
    }
    if (report.kept() && !options.choices().contains(Choice.DRY_RUN)) {
      out.println("  its logs are kept; 'bb discard' removes them");
    }
  }

  private void tellFlaws(Judgement judgement) {
    List<String> flaws = new ArrayList<>(judgement.flaws());
    if (flaws.size() > MOST_FLAWS) {
      int more = flaws.size() - MOST_FLAWS;
      flaws = new ArrayList<>(flaws.subList(0, MOST_FLAWS));
      flaws.add("and " + more + " more");
    }
    flaws.forEach(flaw -> out.println("  " + Words.line(flaw)));
    judgement.copied().forEach(copy -> out.println("  " + Words.line(copy)));
    if (judgement.mayLag()) {
      out.println(
          "  puts did not wait for copies, so what those processes put last may be missing");
    }
    if (!judgement.missing().isEmpty() && judgement.records() > 0) {
      out.println(
          "  the logs of ranks "
              + Words.ranks(judgement.missing())
              + " are on other nodes, or gone; recover those too before the target is used");
    }
  }
}
