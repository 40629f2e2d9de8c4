package org.burstlog.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.report.Amounts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bb discard}: gives sessions up. */
@Command(
    name = "discard",
    mixinStandardHelpOptions = true,
    description = {
      "Deletes sessions with all that is in their logs, and does not touch their targets. Asks"
          + " first. Refuses live sessions.",
      "Exit code: 0 they are gone, 1 the answer was no, 2 some were refused."
    })
public final class DiscardVerb implements Verb {
  @Mixin private SessionOptions sessions = new SessionOptions();

  @Option(
      names = "--done",
      description =
          "Discards the sessions of the tiers that nobody will replay: recovered and superseded"
              + " ones and those whose logs are empty, and spare sessions that dead processes have"
              + " left. Tells of recovered ones in which something was cut off or damaged, which"
              + " are to be named.")
  private boolean done;

  @Option(
      names = "--retained",
      description =
          "Discards the sessions of the tiers that are retained: all that is in them is in their"
              + " targets.")
  private boolean retained;

  @Option(names = "--yes", description = "Does not ask.")
  private boolean yes;

  /** Creates the verb. */
  public DiscardVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Selection selection = sessions.selection(done || retained ? this::isWanted : null, "");
    BufferedReader in =
        yes ? null : new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    return discard(selection, in, sessions.json(), out, err);
  }

  private boolean isWanted(TierSession session) {
    return session.refused()
        || (done && isDone(session))
        || (retained && session.state() == SessionState.RETAINED);
  }

  private static boolean isDone(TierSession session) {
    return switch (session.state()) {
      case RECOVERED -> !session.doubtful();
      case SUPERSEDED -> true;
      case EMPTY -> session.hasFiles();
      case LIVE, ORPHANED, RETAINED -> false;
    };
  }

  /**
   * Discards sessions.
   *
   * @param named directories of sessions, or targets
   * @param tiers where to look for sessions of targets; none for the tier that the settings name
   * @param in where the answer comes from; null not to ask
   * @param json whether JSON is written
   * @param out where it is told what was done
   * @param err where it is asked, and told what was refused
   * @return the exit code
   * @throws IOException when none could be looked at
   */
  public static int discard(
      List<Path> named,
      List<Path> tiers,
      @Nullable BufferedReader in,
      boolean json,
      PrintStream out,
      PrintStream err)
      throws IOException {
    return discard(new Selection(tiers, named, null), in, json, out, err);
  }

  private static int discard(
      Selection selection,
      @Nullable BufferedReader in,
      boolean json,
      PrintStream out,
      PrintStream err)
      throws IOException {
    try (ProcessGroup group = new SoloGroup()) {
      List<TierSession> sessions = selection.find(group);
      List<TierSession> possible = sessions.stream().filter(one -> !one.refused()).toList();
      boolean wanted = in == null || possible.isEmpty() || agreed(possible, in, err);
      if (!wanted) {
        err.println("bb discard: nothing was discarded");
      }
      int code = wanted ? OK : WRONG;
      Json text = new Json().object().name("sessions").array();
      for (TierSession session : sessions) {
        text.object();
        Selection.describe(text, session);
        if (!wanted) {
          text.field("outcome", "kept").end();
          continue;
        }
        try {
          Recovery.discard(group, Selection.storage(), session);
          text.field("outcome", "discarded");
          if (!json) {
            out.println("discarded " + session);
          }
        } catch (GroupException e) {
          throw e;
        } catch (BurstlogException e) {
          code = REFUSED;
          text.field("outcome", "refused").field("reason", BurstlogException.reason(e));
          err.println("bb discard: refused: " + Words.line(BurstlogException.reason(e)));
        }
        text.end();
      }
      text.end();
      tellDoubtful(selection, group, sessions, err);
      boolean sweeps = wanted && selection.all() != null;
      List<Path> spares = sweeps ? discardSpares(selection.tiers()) : List.of();
      if (json) {
        out.println(text.field("spares", spares, Json::value).field("exit", code).end());
      } else if (sessions.isEmpty() && spares.isEmpty()) {
        out.println("nothing to discard");
      } else {
        spares.forEach(path -> out.println("discarded the spare session " + Words.line(path)));
      }
      return code;
    }
  }

  /** What is left of a log that was not whole goes only when somebody names it. */
  private static void tellDoubtful(
      Selection selection, ProcessGroup group, List<TierSession> discarded, PrintStream err)
      throws IOException {
    if (selection.all() == null) {
      return;
    }
    Set<String> gone = discarded.stream().map(TierSession::id).collect(Collectors.toSet());
    for (TierSession session :
        Selection.everything(Selection.chosen(selection.tiers())).find(group)) {
      if (session.doubtful() && !gone.contains(session.id())) {
        err.println(
            "bb discard: kept "
                + Words.line(session.paths().get(0))
                + ": it was recovered, and something in it was cut off or damaged; 'bb verify' tells"
                + " what, 'bb discard' with this directory gives it up");
      }
    }
  }

  /** Nobody need be asked: there is nothing in them. */
  private static List<Path> discardSpares(List<Path> tiers) throws IOException {
    List<Path> gone = new ArrayList<>();
    for (SpareDirectory spare : Selection.spares(tiers)) {
      if (!spare.live() && spare.remove()) {
        gone.add(spare.path());
      }
    }
    return gone;
  }

  private static boolean agreed(List<TierSession> sessions, BufferedReader in, PrintStream err)
      throws IOException {
    for (TierSession session : sessions) {
      err.println(
          Words.lower(session.state())
              + "  "
              + Words.line(session.paths().get(0))
              + "  "
              + Amounts.bytes(session.bytes())
              + " of logs for "
              + (session.target() == null ? "an unknown target" : Words.line(session.target())));
    }
    err.print(
        "Delete "
            + Words.count(sessions.size(), "session", "sessions")
            + "? What is only in the logs is lost. [y/N] ");
    err.flush();
    String answer = in.readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
  }
}
