package org.burstlog.bench.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bb demo}: the same program with the burst buffer off and on, and the same file from both.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a small simulation under mpirun twice, with the burst buffer off and on, shows the"
          + " times and proves the two files identical.",
      "Exit code: 0 when they are, 1 when they are not, 2 when it could not run."
    })
public final class DemoVerb implements Verb {
  /** What the line with the times begins with. */
  static final String RESULT = "heat:";

  private static final double WORTH_A_WORD = 1.1;

  @Option(names = "--np", paramLabel = "N", description = "Ranks (default ${DEFAULT-VALUE}).")
  private int ranks = 4;

  @Option(names = "--rows", description = "Rows of the plate (default ${DEFAULT-VALUE}).")
  private int rows = 512;

  @Option(
      names = "--columns",
      description = "Columns of the plate, a multiple of the ranks (default ${DEFAULT-VALUE}).")
  private int columns = 2048;

  @Option(names = "--records", description = "Records to write (default ${DEFAULT-VALUE}).")
  private int records = 8;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the two files go and stay; without it a temporary directory.")
  private @Nullable Path directory;

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description = "Where the logs go; without it a temporary directory.")
  private @Nullable Path tier;

  /** Creates the verb. */
  public DemoVerb() {}

  /** What one run told of itself, in milliseconds. */
  private record Times(double writing, double total) {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (ranks < 1 || rows < 1 || records < 1 || columns < ranks || columns % ranks != 0) {
      throw new BurstlogException(
          columns
              + " columns cannot be cut into equal strips for "
              + ranks
              + " ranks; give a multiple by --columns");
    }
    Path temporary = Files.createTempDirectory("bb-demo-");
    try {
      Path base = directory == null ? temporary : Files.createDirectories(directory);
      Path logs = Files.createDirectories(tier == null ? temporary.resolve("tier") : tier);
      return demonstrate(base, logs, out, err);
    } finally {
      try (Stream<Path> all = Files.walk(temporary)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private int demonstrate(Path base, Path logs, PrintStream out, PrintStream err)
      throws IOException, InterruptedException {
    out.printf(
        Locale.ROOT,
        "%d ranks write %d records of %d x %d doubles, %.0f MiB, a line of %d at a time%n%n",
        ranks,
        records,
        rows,
        columns,
        8.0 * records * rows * columns / (1 << 20),
        columns / ranks);
    Path off = base.resolve("off.bin");
    Path on = base.resolve("on.bin");
    Times direct = simulate("off", off, logs, err);
    Times buffered = simulate("on", on, logs, err);
    out.printf(Locale.ROOT, "%-14s%14s%14s%n", "burst buffer", "in writes", "in all");
    print(out, "off", direct);
    print(out, "on", buffered);
    explain(out, direct, buffered);
    long differs = Files.mismatch(off, on);
    if (differs >= 0) {
      out.printf(Locale.ROOT, "The two files differ from byte %d on.%n", differs);
      return WRONG;
    }
    out.printf(Locale.ROOT, "The two files are identical, %d bytes.%n", Files.size(on));
    return OK;
  }

  private static void explain(PrintStream out, Times direct, Times buffered) {
    double gain = direct.writing() / Math.max(buffered.writing(), 1e-3);
    if (gain > WORTH_A_WORD) {
      out.printf(
          Locale.ROOT,
          "%nWith the buffer on, the program waited %.1f times less for its writes.%n",
          gain);
    } else {
      out.printf(
          Locale.ROOT,
          "%nHere the target is as fast as the tier, so there is nothing to gain but safety; name a"
              + " slower one by --dir.%n");
    }
  }

  private static void print(PrintStream out, String what, Times times) {
    out.printf(Locale.ROOT, "%-14s%11.1f ms%11.1f ms%n", what, times.writing(), times.total());
  }

  private Times simulate(String onOff, Path target, Path logs, PrintStream err)
      throws IOException, InterruptedException {
    String launcher = System.getProperty("bb.launcher");
    if (launcher == null) {
      throw new BurstlogException("the demo needs mpirun; start it by './bb demo'");
    }
    List<String> command = new ArrayList<>(List.of(launcher, "run", "-n", String.valueOf(ranks)));
    command.addAll(List.of("--env", "BURSTLOG=" + onOff, "--env", "BURSTLOG_TIER=" + logs));
    command.addAll(List.of("--", Heat.class.getName(), target.toString()));
    Stream.of(rows, columns, records).map(String::valueOf).forEach(command::add);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    Times times = null;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(RESULT)) {
          times = new Times(number(line, "writing"), number(line, "total"));
        } else {
          err.println(line);
        }
      }
    }
    int code = process.waitFor();
    if (code != 0 || times == null) {
      throw new BurstlogException(
          "the simulation with the burst buffer "
              + onOff
              + " ended with code "
              + code
              + "; its own messages are above");
    }
    return times;
  }

  private static double number(String line, String key) {
    int at = line.indexOf(key + "=") + key.length() + 1;
    int end = line.indexOf(' ', at);
    return Double.parseDouble(end < 0 ? line.substring(at) : line.substring(at, end));
  }
}
