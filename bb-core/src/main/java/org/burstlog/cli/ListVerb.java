package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.report.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb list}: which sessions are on tiers. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the sessions of this user on tiers, the oldest first.",
      "A session is live (its processes run), orphaned (they died; 'bb recover' brings its records"
          + " into the target), recovered (only files are left, or what was cut off or damaged), retained (all of"
          + " it is in the target, and its logs are kept for programs that read it again),"
          + " superseded (its target was made"
          + " anew since) or empty (they died while they opened or closed it; nothing is in it).",
      "Behind them are listed spare sessions, which hold nothing: those that running processes keep for"
          + " the files they open next, and those that dead ones have left.",
      "Exit code: 0 none is orphaned, 1 some are, 2 a session must not be touched (refused), or a"
          + " tier could not be read; the others are listed all the same."
    })
public final class ListVerb implements Verb {
  @Parameters(
      paramLabel = "TIER",
      arity = "0..*",
      description = "Tiers to look in; without any, the one that the settings name.")
  private List<Path> tiers = new ArrayList<>();

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  /** Creates the verb. */
  public ListVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    return list(tiers, json, out, err);
  }

  /**
   * Lists sessions.
   *
   * @param tiers where to look; none for the tier that the settings name
   * @param json whether JSON is written
   * @param out where they are listed
   * @param err where it is told which tier could not be read
   * @return the exit code
   * @throws IOException when no tier is named, by the settings either
   */
  public static int list(List<Path> tiers, boolean json, PrintStream out, PrintStream err)
      throws IOException {
    List<Path> readable = new ArrayList<>();
    List<TierSession> sessions;
    try (SoloGroup group = new SoloGroup()) {
      for (Path tier : Selection.chosen(tiers)) {
        try {
          Selection.everything(List.of(tier)).find(group);
          readable.add(tier);
        } catch (GroupException e) {
          throw e;
        } catch (IOException e) {
          err.println("bb list: " + Words.line(BurstlogException.reason(e)));
        }
      }
      // Once more together, as a session may have logs on several of them.
      sessions = readable.isEmpty() ? List.of() : Selection.everything(readable).find(group);
    }
    boolean orphaned = sessions.stream().anyMatch(s -> s.state() == SessionState.ORPHANED);
    boolean allRead = readable.size() == Selection.chosen(tiers).size();
    boolean refused = sessions.stream().anyMatch(TierSession::refused);
    int code = !allRead || refused ? REFUSED : orphaned ? WRONG : OK;
    List<SpareDirectory> spares = readable.isEmpty() ? List.of() : Selection.spares(readable);
    if (json) {
      Json text = new Json().object();
      text.field(
          "sessions",
          sessions,
          (j, session) -> {
            j.object();
            Selection.describe(j, session);
            j.end();
          });
      text.field(
          "spares",
          spares,
          (j, spare) ->
              j.object()
                  .field("directory", spare.path())
                  .field("bytes", spare.bytes())
                  .field("live", spare.live())
                  .end());
      out.println(text.field("exit", code).end());
    } else if (!readable.isEmpty()) {
      print(sessions, readable, out);
      print(spares, out);
    }
    return code;
  }

  private static void print(List<TierSession> sessions, List<Path> tiers, PrintStream out) {
    if (sessions.isEmpty()) {
      out.println("no sessions on " + Words.line(tiers));
      return;
    }
    out.printf(Locale.ROOT, "%-10s %6s %6s %10s  %s%n", "STATE", "AGE", "RANKS", "SIZE", "TARGET");
    long now = System.currentTimeMillis();
    for (TierSession session : sessions) {
      out.printf(
          Locale.ROOT,
          "%-10s %6s %6s %10s  %s%n",
          session.refused() ? "refused" : Words.lower(session.state()),
          Words.age(session.created(), now),
          session.groupSize() == 0 ? "?" : session.groupSize(),
          Amounts.bytes(session.bytes()),
          Words.line(
              session.target() == null ? session.name() + " (path unknown)" : session.target()));
      session.paths().forEach(path -> out.println("           " + Words.line(path)));
      if (session.doubtful()) {
        out.println(
            "           something in it was cut off or damaged, which 'bb verify' tells; 'bb discard"
                + " DIRECTORY' gives that up");
      }
      session.problems().forEach(problem -> out.println("           " + Words.line(problem)));
    }
  }

  private static void print(List<SpareDirectory> spares, PrintStream out) {
    for (SpareDirectory spare : spares) {
      out.printf(
          Locale.ROOT,
          "spare session of %s, %s%s%n           %s%n",
          spare.live() ? "a running process" : "a dead process",
          Amounts.bytes(spare.bytes()),
          spare.live()
              ? ""
              : "; the next one that opens a file here removes it, or 'bb discard --done'",
          Words.line(spare.path()));
    }
  }
}
