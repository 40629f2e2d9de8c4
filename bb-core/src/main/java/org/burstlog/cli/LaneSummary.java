package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.recover.Progress;
import org.burstlog.report.Amounts;

/** What the log of one process holds: its arrays, how large its records are, its verdict. */
final class LaneSummary {
  private static final int BAR = 40;

  private final LaneReader lane;
  private final TreeMap<String, long[]> arrays = new TreeMap<>();

  /** By the number of bits of a record's size: how many. */
  private final long[] sizes = new long[Long.SIZE + 1];

  /** Takes each record as it is read. */
  interface Listener {
    void record(LogRecord record);
  }

  /** Reads a lane of a log to its end. */
  LaneSummary(LaneReader lane, String log, Progress progress, Listener listener)
      throws IOException {
    this.lane = lane;
    long bytes = 0;
    for (LogRecord r = lane.next(); r != null; r = lane.next()) {
      long[] sums = arrays.computeIfAbsent(r.array().name(), name -> new long[2]);
      sums[0]++;
      sums[1] += r.dataLength();
      sizes[Long.SIZE - Long.numberOfLeadingZeros(r.dataLength())]++;
      listener.record(r);
      bytes += r.dataLength();
      progress.at("reading " + log, bytes, 0);
    }
  }

  LogVerdict verdict() {
    return lane.verdict();
  }

  static void print(LogRecord r, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "  %d  %s  %s  %d bytes%n",
        r.sequence(),
        Words.line(r.array().name()),
        r.region(),
        r.dataLength());
  }

  static void write(LogRecord r, Json json) {
    json.object()
        .field("sequence", r.sequence())
        .field("array", r.array().name())
        .field("region", r.region())
        .field("bytes", r.dataLength())
        .end();
  }

  void print(PrintStream out) {
    arrays.forEach(
        (name, sums) ->
            out.printf(
                Locale.ROOT,
                "  %-24s %s, %d bytes%n",
                Words.line(name),
                Words.count(sums[0], "record", "records"),
                sums[1]));
    printSizes(out);
    LogVerdict verdict = verdict();
    out.printf(
        Locale.ROOT,
        "  %s: %s, %d bytes%n",
        Words.lower(verdict.state()),
        Words.count(verdict.records(), "record", "records"),
        verdict.bytes());
    verdict.damage().forEach(flaw -> out.printf(Locale.ROOT, "  damage %s%n", flaw));
    verdict.torn().forEach(flaw -> out.printf(Locale.ROOT, "  cut off %s%n", flaw));
  }

  /** A line for each power of two from the smallest record to the largest. */
  private void printSizes(PrintStream out) {
    long most = Arrays.stream(sizes).max().orElse(0);
    if (most == 0) {
      return;
    }
    int smallest = 0;
    int largest = Long.SIZE;
    while (sizes[smallest] == 0) {
      smallest++;
    }
    while (sizes[largest] == 0) {
      largest--;
    }
    out.println("  sizes of records");
    for (int bits = smallest; bits <= largest; bits++) {
      String bar = "#".repeat((int) Math.ceil((double) BAR * sizes[bits] / most));
      out.printf(Locale.ROOT, "  %12s up %10d %s%n", Amounts.bytes(least(bits)), sizes[bits], bar);
    }
  }

  private static long least(int bits) {
    return bits == 0 ? 0 : 1L << (bits - 1);
  }

  /** Writes fields of an open object. */
  void write(Json json) {
    LogVerdict verdict = verdict();
    json.field("verdict", Words.lower(verdict.state()))
        .field("records", verdict.records())
        .field("recordBytes", verdict.bytes())
        .field(
            "arrays",
            arrays.entrySet(),
            (j, array) ->
                j.object()
                    .field("name", array.getKey())
                    .field("records", array.getValue()[0])
                    .field("recordBytes", array.getValue()[1])
                    .end());
    json.name("sizes").array();
    for (int bits = 0; bits <= Long.SIZE; bits++) {
      if (sizes[bits] > 0) {
        json.object().field("atLeast", least(bits)).field("records", sizes[bits]).end();
      }
    }
    json.end();
    List<String> damage = verdict.damage().stream().map(LogVerdict.Flaw::toString).toList();
    List<String> torn = verdict.torn().stream().map(LogVerdict.Flaw::toString).toList();
    json.field("damage", damage, Json::value)
        .field("damages", verdict.damages())
        .field("torn", torn, Json::value);
  }
}
