package org.burstlog.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.burstlog.BurstlogException;

/** Starts jobs under mpirun, one at a time, and hands on each result as soon as it is written. */
final class Launch {
  private static final long LOOK_MILLIS = 100;
  private static final int REFUSED = 2;

  private final String launcher;
  private final Path work;
  private final PrintStream err;
  private final Undo undo;
  private int jobs;

  /**
   * Prepares.
   *
   * @param launcher the script {@code bb}
   * @param work a directory for itself, which processes of jobs can reach
   * @param err where messages of jobs go
   * @param undo ends a job that runs when the user interrupts
   */
  Launch(String launcher, Path work, PrintStream err, Undo undo) {
    this.launcher = launcher;
    this.work = work;
    this.err = err;
    this.undo = undo;
  }

  /** What is done with each line that a job writes. */
  @FunctionalInterface
  interface Lines {
    void add(String line) throws BurstlogException;
  }

  /** As {@link #lines}, of a job whose lines are results of runs. */
  boolean run(List<String> options, List<String> arguments, Consumer<Result> each)
      throws IOException, InterruptedException {
    return lines(options, arguments, line -> each.accept(Result.parse(line)));
  }

  /**
   * Runs a job to its end.
   *
   * @param options of {@code bb run}, with the class or program
   * @param arguments what that is given, without where its results go
   * @param each gets every line of results
   * @return whether all was right; when not, what the job said has been handed on
   * @throws BurstlogException when the job could not be run as given
   * @throws IOException when it could not be started or followed
   */
  boolean lines(List<String> options, List<String> arguments, Lines each)
      throws IOException, InterruptedException {
    Path results = work.resolve("results-" + jobs + ".jsonl");
    Path log = work.resolve("output-" + jobs + ".log");
    jobs++;
    List<String> command = new ArrayList<>(List.of(launcher, "run"));
    command.addAll(options);
    command.addAll(arguments);
    command.addAll(List.of("--out", results.toString()));
    Process process =
        undo.start(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
    process.getOutputStream().close();
    String said;
    try {
      follow(process, results, each);
      said = Files.readString(log);
    } finally {
      // An interruption ends the job and removes its files: then that is what has happened.
      undo.refuseAfterEnd();
    }
    if (process.exitValue() == REFUSED) {
      throw new BurstlogException(sentence(said));
    }
    if (!said.isBlank()) {
      err.print(said);
      err.flush();
    }
    return process.exitValue() == 0;
  }

  private static void follow(Process process, Path results, Lines each)
      throws IOException, InterruptedException {
    boolean running = true;
    Reader lines = null;
    StringBuilder line = new StringBuilder();
    try {
      while (running) {
        // What was written before the end is read after it.
        running = !process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (lines == null && Files.exists(results)) {
          lines = Files.newBufferedReader(results, StandardCharsets.UTF_8);
        }
        for (int c = lines == null ? -1 : lines.read(); lines != null && c >= 0; c = lines.read()) {
          if (c == '\n') {
            each.add(line.toString());
            line.setLength(0);
          } else {
            line.append((char) c);
          }
        }
      }
    } finally {
      if (lines != null) {
        lines.close();
      }
    }
  }

  /** Of what a refused job said the sentence that is its own, without mpirun's words around it. */
  private static String sentence(String said) {
    return said.lines()
        .filter(line -> line.matches("(KernelRun|LadderRun|peer|bb|cluster): .*"))
        .map(line -> line.substring(line.indexOf(": ") + 2))
        .findFirst()
        .orElse("the job could not be run: " + said.strip());
  }
}
