package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeMap;
import org.burstlog.log.DamagedLogException;
import org.burstlog.log.LaneReader;
import org.burstlog.log.LogHeader;
import org.burstlog.log.LogReader;
import org.burstlog.log.LogRecord;
import org.burstlog.log.LogVerdict;
import org.burstlog.storage.LocalStorage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb inspect}: what one log holds. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Reads a log and tells what it holds: whose it is, its arrays and records, and whether it is"
          + " whole.",
      "Exit code: 0 clean, 1 torn or damaged, 2 not readable as a log."
    })
public final class InspectVerb implements Verb {
  @Parameters(paramLabel = "LOG", description = "The metadata log, a file ending in .meta.")
  private @Nullable Path log;

  @Option(names = "--records", description = "Lists every record.")
  private boolean records;

  /** Creates the verb. */
  public InspectVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Path path = log;
    if (path == null) {
      throw new IllegalStateException("no log was parsed");
    }
    return inspect(path, records, out);
  }

  /**
   * Tells what a log holds.
   *
   * @param path the metadata log
   * @param records whether every record is listed
   * @param out where it is told
   * @return the exit code
   * @throws DamagedLogException when it cannot be read as a log
   * @throws IOException when it cannot be read at all
   */
  public static int inspect(Path path, boolean records, PrintStream out) throws IOException {
    boolean clean = true;
    try (LogReader reader = LogReader.open(new LocalStorage(), path)) {
      LogHeader header = reader.header();
      out.printf(Locale.ROOT, "target    %s%n", header.target());
      out.printf(Locale.ROOT, "session   %016x%n", header.session());
      out.printf(Locale.ROOT, "begun     %s%n", Instant.ofEpochMilli(header.created()));
      out.printf(
          Locale.ROOT, "processes %d of a group of %d%n", reader.lanes(), header.groupSize());
      for (int i = 0; i < reader.lanes(); i++) {
        clean &= inspect(reader.lane(i), records, out);
      }
    }
    return clean ? OK : WRONG;
  }

  private static boolean inspect(LaneReader lane, boolean records, PrintStream out)
      throws IOException {
    out.printf(Locale.ROOT, "%nrank %d, epoch %d%n", lane.header().rank(), lane.header().epoch());
    TreeMap<String, long[]> arrays = new TreeMap<>();
    for (LogRecord r = lane.next(); r != null; r = lane.next()) {
      long[] sums = arrays.computeIfAbsent(r.array().name(), name -> new long[2]);
      sums[0]++;
      sums[1] += r.dataLength();
      if (records) {
        out.printf(
            Locale.ROOT,
            "  %d  %s  %s  %d bytes%n",
            r.sequence(),
            r.array().name(),
            r.region(),
            r.dataLength());
      }
    }
    arrays.forEach(
        (name, sums) ->
            out.printf(Locale.ROOT, "  %-24s %d records, %d bytes%n", name, sums[0], sums[1]));
    LogVerdict verdict = lane.verdict();
    out.printf(
        Locale.ROOT,
        "  %s: %d records, %d bytes%n",
        verdict.state().name().toLowerCase(Locale.ROOT),
        verdict.records(),
        verdict.bytes());
    verdict.damage().forEach(flaw -> out.printf(Locale.ROOT, "  damage %s%n", flaw));
    verdict.torn().forEach(flaw -> out.printf(Locale.ROOT, "  cut off %s%n", flaw));
    return verdict.state() == LogVerdict.State.CLEAN;
  }
}
