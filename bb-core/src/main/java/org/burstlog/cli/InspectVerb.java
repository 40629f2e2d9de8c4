package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.recover.Progress;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.UnsafeTier;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb inspect}: what one log, or all logs of a session, hold. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Reads a log, or all logs of a session, and tells what they hold: whose they are, their"
          + " arrays and records, how large the records are, and whether all is whole.",
      "Exit code: 0 clean, 1 torn or damaged, 2 not readable as a log."
    })
public final class InspectVerb implements Verb {
  @Parameters(
      paramLabel = "LOG|SESSION",
      description = "A metadata log, a file ending in .meta; or the directory of a session.")
  private @Nullable Path log;

  @Option(names = "--records", description = "Lists every record.")
  private boolean records;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  @Option(names = "--progress", description = "Shows progress even where there is no terminal.")
  private boolean progress;

  /** Creates the verb. */
  public InspectVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Path path = log;
    if (path == null) {
      throw new IllegalStateException("no log was parsed");
    }
    return inspect(path, records, ProgressLine.to(err, progress), json, out);
  }

  /**
   * Tells what a log holds, or what all logs of a session do.
   *
   * @param path the metadata log, or the session's directory
   * @param records whether every record is listed
   * @param json whether JSON is written
   * @param out where it is told
   * @return the exit code
   * @throws DamagedLogException when one cannot be read as a log
   * @throws IOException when one cannot be read at all
   */
  public static int inspect(Path path, boolean records, boolean json, PrintStream out)
      throws IOException {
    return inspect(path, records, Progress.NONE, json, out);
  }

  private static int inspect(
      Path path, boolean records, Progress asked, boolean json, PrintStream out)
      throws IOException {
    Storage storage = new LocalStorage();
    // A list of records shows by itself how far it is.
    Progress progress = records && !json ? Progress.NONE : asked;
    Json text = new Json(out);
    text.object().name("logs").array();
    boolean clean = true;
    List<Path> logs = logs(storage, path);
    UnsafeTier.tellOf(
        storage,
        logs.stream().map(InspectVerb::session).flatMap(Optional::stream).distinct().toList());
    requireReadable(storage, logs);
    for (Path one : logs) {
      try (LogReader reader = LogReader.open(storage, one)) {
        clean &=
            json
                ? write(one, reader, records, progress, text)
                : print(one, reader, records, progress, out);
      } finally {
        ProgressLine.end(progress);
      }
    }
    if (json) {
      text.end().field("exit", clean ? OK : WRONG).end().flush();
    }
    return clean ? OK : WRONG;
  }

  private static List<Path> logs(Storage storage, Path path) throws IOException {
    if (!SessionFinder.isSession(path)) {
      if (!isLog(path)) {
        throw new BurstlogException(
            path
                + " is neither a metadata log (*.meta) nor the directory of a session; 'bb list'"
                + " names the directories");
      }
      return List.of(path);
    }
    List<Path> logs = storage.list(path).stream().filter(InspectVerb::isLog).toList();
    if (logs.isEmpty()) {
      throw new BurstlogException(
          path + " has no logs; its processes died while they opened or closed it");
    }
    return logs;
  }

  /** What cannot be read as a log is told before anything is written: half of it is no JSON. */
  private static void requireReadable(Storage storage, List<Path> logs) throws IOException {
    for (Path log : logs) {
      try (LogReader reader = LogReader.open(storage, log)) {
        for (int i = 0; i < reader.lanes(); i++) {
          reader.lane(i);
        }
      }
    }
  }

  /** The session that a log belongs to; none for one that was copied elsewhere. */
  private static Optional<Path> session(Path log) {
    return Optional.ofNullable(log.toAbsolutePath().normalize().getParent())
        .filter(SessionFinder::isSession);
  }

  private static boolean isLog(Path path) {
    return String.valueOf(path.getFileName()).endsWith(".meta");
  }

  private static boolean print(
      Path path, LogReader reader, boolean records, Progress progress, PrintStream out)
      throws IOException {
    LogHeader header = reader.header();
    out.printf(Locale.ROOT, "log       %s%n", Words.line(path));
    out.printf(Locale.ROOT, "target    %s%n", Words.line(header.target()));
    out.printf(Locale.ROOT, "identity  %s%n", Words.line(header.identity()));
    out.printf(Locale.ROOT, "session   %016x%n", header.session());
    out.printf(Locale.ROOT, "begun     %s%n", Instant.ofEpochMilli(header.created()));
    out.printf(Locale.ROOT, "processes %d of a group of %d%n", reader.lanes(), header.groupSize());
    boolean clean = true;
    for (int i = 0; i < reader.lanes(); i++) {
      LaneReader lane = reader.lane(i);
      out.printf(
          Locale.ROOT, "%nrank %d, epoch %d%n", lane.header().rank(), lane.header().generation());
      LaneSummary summary =
          new LaneSummary(
              lane,
              path.toString(),
              progress,
              record -> {
                if (records) {
                  LaneSummary.print(record, out);
                }
              });
      ProgressLine.end(progress);
      summary.print(out);
      clean &= summary.verdict().state() == LogVerdict.State.CLEAN;
    }
    out.println();
    return clean;
  }

  private static boolean write(
      Path path, LogReader reader, boolean records, Progress progress, Json json)
      throws IOException {
    LogHeader header = reader.header();
    json.object()
        .field("log", path)
        .field("target", header.target())
        .field("identity", header.identity())
        .field("session", String.format(Locale.ROOT, "%016x", header.session()))
        .field("created", header.created())
        .field("ranks", header.groupSize())
        .field("littleEndian", header.littleEndian())
        .name("lanes")
        .array();
    boolean clean = true;
    for (int i = 0; i < reader.lanes(); i++) {
      LaneReader lane = reader.lane(i);
      json.object().field("rank", lane.header().rank()).field("epoch", lane.header().generation());
      if (records) {
        json.name("list").array();
      }
      LaneSummary summary =
          new LaneSummary(
              lane,
              path.toString(),
              progress,
              record -> {
                if (records) {
                  LaneSummary.write(record, json);
                }
              });
      if (records) {
        json.end();
      }
      summary.write(json);
      json.end();
      clean &= summary.verdict().state() == LogVerdict.State.CLEAN;
    }
    json.end().end();
    return clean;
  }
}
