package org.burstlog.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * One run, as the line of JSON that tells of it; fields that are missing there are empty.
 *
 * @param kernel the kernel
 * @param peer whose library wrote, when it was not this one
 * @param preset the name of its parameters, if it was run by name
 * @param parameters its parameters
 * @param strategy how it wrote
 * @param np how many processes there were
 * @param repeat which of the repetitions
 * @param bytes how much was put
 * @param puts in how many calls
 * @param verified whether every element was right
 * @param run seconds of the whole run, computation included
 * @param phases seconds by phase, of the slowest process each
 * @param bandwidth MiB/s from creation to close
 * @param rates operations a second, for kernels that count them
 * @param limits MiB/s that the tier and the target were good for at the time
 * @param overlap seconds that the application waited in calls that write, and of drains, and which
 *     part of these was hidden
 * @param counters what the burst buffer counted
 * @param pfs what the emulated parallel file system counted
 * @param environment where and when that was
 */
record Result(
    String kernel,
    @Nullable String peer,
    @Nullable String preset,
    Map<String, String> parameters,
    String strategy,
    int np,
    int repeat,
    long bytes,
    long puts,
    boolean verified,
    double run,
    Map<String, Double> phases,
    double bandwidth,
    Map<String, Double> rates,
    Map<String, Double> limits,
    Map<String, Double> overlap,
    Map<String, Long> counters,
    @Nullable JsonObject pfs,
    @Nullable Environment environment) {
  static final String CREATE = "create";
  static final String LOGS = "logs";
  static final String PUT = "put";
  static final String FLUSH = "flush";
  static final String CLOSE = "close";
  static final String WAITED = "waited";
  static final String TOTAL = "total";
  static final String TIER = "tier";
  static final String TARGET = "target";

  private static final double MIB = 1 << 20;
  private static final Gson GSON = new Gson();

  // What a line does not tell of is null to the parser.
  @SuppressWarnings("ConstantValue")
  Result {
    parameters = parameters == null ? Map.of() : parameters;
    phases = phases == null ? Map.of() : phases;
    rates = rates == null ? Map.of() : rates;
    limits = limits == null ? Map.of() : limits;
    overlap = overlap == null ? Map.of() : overlap;
    counters = counters == null ? Map.of() : counters;
  }

  /**
   * Reads a line.
   *
   * @param line one object
   * @return the run
   * @throws BurstlogException when it is not the result of a run
   */
  static Result parse(String line) throws BurstlogException {
    Result result;
    try {
      result = GSON.fromJson(line, Result.class);
    } catch (JsonParseException e) {
      throw new BurstlogException("no result of a run: " + line, e);
    }
    if (result == null || result.kernel == null || result.strategy == null || result.np < 1) {
      throw new BurstlogException(
          "no result of a run, for want of kernel, strategy or np: " + line);
    }
    return result;
  }

  /**
   * Reads what an earlier run has written.
   *
   * @param file lines of JSON
   * @return the runs in their order
   * @throws IOException when the file cannot be read, or a line is not the result of a run
   */
  static List<Result> read(Path file) throws IOException {
    List<Result> results = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        try {
          results.add(parse(line));
        } catch (BurstlogException e) {
          throw new BurstlogException(
              file + ", line " + (results.size() + 1) + ": " + BurstlogException.reason(e), e);
        }
      }
    }
    return results;
  }

  /** The line of JSON, without its end. */
  String line() {
    return GSON.toJson(this);
  }

  Result in(Environment where) {
    return new Result(
        kernel,
        peer,
        preset,
        parameters,
        strategy,
        np,
        repeat,
        bytes,
        puts,
        verified,
        run,
        phases,
        bandwidth,
        rates,
        limits,
        overlap,
        counters,
        pfs,
        where);
  }

  /** What was run, without how it was written. */
  Setup setup() {
    return new Setup(kernel, preset, parameters, np);
  }

  /** Seconds of a phase, 0 when there was none. */
  double seconds(String phase) {
    return phases.getOrDefault(phase, 0.0);
  }

  /** MiB/s inside the puts. */
  double putBandwidth() {
    double seconds = seconds(PUT);
    return seconds > 0 ? bytes / MIB / seconds : 0;
  }

  /** Operations of a kind in a second, 0 when there were none. */
  double rate(String operation) {
    return rates.getOrDefault(operation, 0.0);
  }

  /** Bytes of a put. */
  double putSize() {
    return puts > 0 ? (double) bytes / puts : 0;
  }

  /** A limit that was measured beside this run; not a number when it was not. */
  double limit(String name) {
    return limits.getOrDefault(name, Double.NaN);
  }

  /** What is known of drains and of the wait for them; not a number when there was none. */
  double overlap(String name) {
    return overlap.getOrDefault(name, Double.NaN);
  }

  /** A counter of the emulated parallel file system, null when there was none. */
  @Nullable Long pfsCount(String name) {
    return pfs == null || !pfs.has(name) ? null : Long.valueOf(pfs.get(name).getAsLong());
  }
}
