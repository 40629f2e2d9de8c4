package org.burstlog.mpi.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.burstlog.testing.Effort;

/** A main class in every rank of an MPI job, started through the launcher. */
public final class MpiRun {
  /** The property that says that the program starts MPI itself. */
  static final String PLAIN_INIT = "mpirun.test.plain-init";

  private static final AtomicInteger JOBS = new AtomicInteger();

  /** Only ends a job that hangs: longer than any takes, however busy the machine is. */
  private static final int TIMEOUT_SECONDS = 1800;

  private final int ranks;
  private final List<String> options = new ArrayList<>();

  /** Ranks live for seconds, and share the processors with all others: only the fast compiler. */
  private final List<String> jvm =
      new ArrayList<>(List.of("-Xmx256m", "-ea", "-XX:TieredStopAtLevel=1"));

  private final Map<String, String> environment = new HashMap<>();
  private boolean alone;
  private boolean unchosen;

  private MpiRun(int ranks) {
    this.ranks = ranks;
  }

  /**
   * A job's result.
   *
   * @param status its exit status
   * @param output what its ranks and the launcher printed
   */
  public record Result(int status, String output) {}

  /**
   * A job of so many ranks.
   *
   * @param ranks number of processes
   * @return a job to be started
   */
  public static MpiRun ranks(int ranks) {
    return new MpiRun(ranks);
  }

  /**
   * Chooses the implementation of MPI-IO.
   *
   * @param name as the launcher knows it: romio or ompio
   * @return this
   */
  public MpiRun io(String name) {
    options.addAll(List.of("--io", name));
    return this;
  }

  /**
   * Starts the ranks with an mpirun that is told nothing of MPI-IO, as users do without the
   * launcher.
   *
   * @return this
   */
  public MpiRun ioUnchosen() {
    unchosen = true;
    return this;
  }

  /**
   * Gives the ranks an environment variable.
   *
   * @param name its name
   * @param value its value
   * @return this
   */
  public MpiRun env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /**
   * Gives the ranks' JVM an option.
   *
   * @param option such as -Dname=value
   * @return this
   */
  public MpiRun jvm(String option) {
    jvm.add(option);
    return this;
  }

  /**
   * Has the ranks start MPI as a program does that asks for no threads, before the library would.
   *
   * @return this
   */
  public MpiRun plainInit() {
    return jvm("-D" + PLAIN_INIT + "=true");
  }

  /**
   * Starts the one rank without mpirun, so that nothing is chosen for it.
   *
   * @return this
   */
  public MpiRun alone() {
    alone = true;
    return this;
  }

  int ranks() {
    return ranks;
  }

  /** Skips the calling test where jobs cannot be started. */
  public static void assumeInstalled() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "mpirun"))),
        "mpirun is not installed, so nothing was run under MPI");
    assumeTrue(Files.isExecutable(launcher()), "the launcher is missing: " + launcher());
  }

  /**
   * Starts the job and waits for its end.
   *
   * @param main the main class of every rank
   * @param args its arguments
   * @return how it ended
   * @throws IOException when it cannot be started
   * @throws InterruptedException when this thread is interrupted; the job is then stopped
   */
  public Result start(Class<?> main, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    String classPath = System.getProperty("java.class.path");
    List<String> flags = new ArrayList<>(jvm);
    Optional<Coverage> coverage = Coverage.ofNextJob();
    coverage.ifPresent(it -> flags.add(it.agent()));
    flags.add("-Dbb.test.long=" + Effort.isLong());
    if (alone) {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(flagsOfTheLauncher());
      command.addAll(flags);
      command.addAll(List.of("-cp", classPath));
    } else {
      command.addAll(List.of(launcher().toString(), "run", "-n", String.valueOf(ranks)));
      command.addAll(List.of("--class-path", classPath));
      command.addAll(List.of("--timeout", String.valueOf(TIMEOUT_SECONDS)));
      flags.forEach(option -> command.addAll(List.of("--jvm", option)));
      environment.forEach((name, value) -> command.addAll(List.of("--env", name + "=" + value)));
      command.addAll(options);
      command.add("--");
    }
    command.add(main.getName());
    command.addAll(List.of(args));
    if (unchosen) {
      command.add(2, "--print");
      String line = printed(command).replaceFirst("--mca io \\S+ ", "");
      command.clear();
      command.addAll(List.of("sh", "-c", line));
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (alone) {
      builder.environment().putAll(environment);
    }
    Process process = builder.start();
    int status = -1;
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      status = process.waitFor();
      return new Result(status, output);
    } finally {
      process.destroy();
      if (status != 0 && coverage.isPresent()) {
        // A rank that was killed may have been writing to it, and half a file is none.
        Files.deleteIfExists(coverage.get().file());
      }
    }
  }

  /** What the launcher gives every rank's JVM, such as where the libraries of MPI are. */
  private static List<String> flagsOfTheLauncher() throws IOException, InterruptedException {
    String printed =
        printed(List.of(launcher().toString(), "run", "-n", "1", "--print", "--", "Main"));
    return Stream.of(printed.strip().split(" "))
        .dropWhile(word -> !word.endsWith("/java"))
        .skip(1)
        .takeWhile(word -> !word.equals("-cp"))
        .toList();
  }

  /** What the launcher would run. */
  private static String printed(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("bb run --print failed");
    }
    return printed;
  }

  /**
   * Returns the launcher.
   *
   * @return the script that starts jobs
   */
  public static Path launcher() {
    return Path.of(System.getProperty("bb.home", ".."), "bb");
  }

  /**
   * The coverage agent of this JVM, told to write to a file of a job. The job's ranks share the
   * file: the agent appends, under a lock.
   *
   * @param agent the option of a rank's JVM
   * @param file where the agent writes to
   */
  private record Coverage(String agent, Path file) {
    private static final Pattern PLACE = Pattern.compile("destfile=([^,]*)/[^/,]*\\.exec");

    static Optional<Coverage> ofNextJob() {
      return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
          .filter(argument -> argument.startsWith("-javaagent:") && argument.contains("jacoco"))
          .map(PLACE::matcher)
          .filter(Matcher::find)
          .map(
              found -> {
                String file = found.group(1) + "/jacoco-ranks-" + JOBS.incrementAndGet() + ".exec";
                return new Coverage(found.replaceFirst("destfile=" + file), Path.of(file));
              })
          .findFirst();
    }
  }
}
