package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where and when something was measured. The machine's name is left out: results are published.
 *
 * @param date when, UTC
 * @param commit of the sources, with {@code +} when they were changed since
 * @param processor model and number of cores
 * @param memory of the machine, in MiB
 * @param system the operating system
 * @param jdk the Java virtual machine
 * @param mpi the MPI implementation
 * @param io the MPI-IO that files were written through
 * @param tier file system of the tier
 * @param target file system of the target
 * @param load average load of the last minute, before the measurement
 */
record Environment(
    String date,
    String commit,
    String processor,
    long memory,
    String system,
    String jdk,
    String mpi,
    String io,
    String tier,
    String target,
    double load) {
  private static final String UNKNOWN = "unknown";

  /** Looks around. The directories exist. */
  static Environment of(Path home, String io, Path tier, Path target) {
    return of(home, io, fileSystem(tier), fileSystem(target));
  }

  /** The same with file systems that are not there yet. */
  static Environment of(Path home, String io, String tier, String target) {
    return new Environment(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        commit(home),
        first("/proc/cpuinfo", "model name\\s*:\\s*(.*)")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " cores",
        number(first("/proc/meminfo", "MemTotal:\\s*(\\d+) kB")) >> 10,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        find(say("mpirun", "--version"), "mpirun \\((.*)"),
        io,
        tier,
        target,
        currentLoad());
  }

  /** For a report. */
  Map<String, String> table() {
    Map<String, String> table = new TreeMap<>();
    table.put("commit", commit);
    table.put("date", date);
    table.put("JDK", jdk);
    table.put("load before", String.valueOf(load));
    table.put("memory", memory + " MiB");
    table.put("MPI", mpi);
    table.put("MPI-IO", io);
    table.put("processor", processor);
    table.put("system", system);
    table.put("target", target);
    table.put("tier", tier);
    return table;
  }

  private static String commit(Path home) {
    String commit = say("git", "-C", home.toString(), "rev-parse", "--short=12", "HEAD").strip();
    if (commit.isEmpty()) {
      return UNKNOWN;
    }
    boolean changed =
        !say("git", "-C", home.toString(), "status", "--porcelain", "--untracked-files=no")
            .isBlank();
    return changed ? commit + "+" : commit;
  }

  private static String fileSystem(Path directory) {
    try {
      return Files.getFileStore(directory).type();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static double currentLoad() {
    String text = first("/proc/loadavg", "(\\S+)");
    return text.equals(UNKNOWN) ? -1 : Double.parseDouble(text);
  }

  private static long number(String text) {
    return text.equals(UNKNOWN) ? 0 : Long.parseLong(text);
  }

  private static String first(String file, String pattern) {
    try {
      return find(Files.readString(Path.of(file)), pattern);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String find(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group(1).replace(")", "") : UNKNOWN;
  }

  /** What a command says; nothing when it cannot be asked. */
  private static String say(String... command) {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
