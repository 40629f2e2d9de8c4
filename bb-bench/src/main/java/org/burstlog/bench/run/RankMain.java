package org.burstlog.bench.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiJob;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/** What the main classes of programs have in common that run alone or in every rank of a job. */
public final class RankMain {
  private RankMain() {}

  /** What runs in one process of a group. */
  @FunctionalInterface
  public interface Program {
    /**
     * Runs. Collective.
     *
     * @param group the processes
     * @param err where the first of them says what is wrong
     * @param args the same in all of them
     * @return the exit code, the same in all of them
     * @throws IOException when the group cannot be used any more
     */
    int run(ProcessGroup group, PrintStream err, String... args) throws IOException;
  }

  /**
   * Runs a program in every rank and ends the process.
   *
   * @param program what runs
   * @param args its arguments
   * @throws IOException when the processes cannot be brought together
   */
  @SuppressForbidden("a program that runs under mpirun speaks through its standard streams")
  public static void run(Program program, String... args) throws IOException {
    MpiJob job = new MpiJob();
    int code;
    try (ProcessGroup group = job.present() ? job.group() : new SoloGroup()) {
      code = program.run(group, System.err, args);
    }
    System.exit(code);
  }

  /**
   * Says in the first process why a program ends. Collective.
   *
   * @param group the processes
   * @param err where to
   * @param name the program
   * @param failure why
   * @param code the exit code
   * @return the exit code
   * @throws IOException when the group cannot be used any more
   */
  public static int told(
      ProcessGroup group, PrintStream err, String name, Exception failure, int code)
      throws IOException {
    if (group.rank() == 0) {
      err.println(name + ": " + BurstlogException.messageOf(failure));
      err.flush();
    }
    // The first process that ends with such a code has all others ended.
    group.barrier();
    return code;
  }

  /**
   * Returns what opens files.
   *
   * @param group the processes
   * @param given what was asked for; null for what suits the group
   * @param settings of the program
   * @return what opens files
   * @throws BurstlogException when the hints that are set are none
   */
  public static TargetSystem targets(
      ProcessGroup group, @Nullable TargetSystem given, Settings settings)
      throws BurstlogException {
    if (given != null) {
      return given;
    }
    return group instanceof SoloGroup
        ? PlainTarget.SYSTEM
        : MpiTarget.system(MpiHints.of(settings));
  }

  /**
   * Opens the file for results in the first process. Collective.
   *
   * @param group the processes
   * @param out the file, as {@code --out} names it
   * @return where the first process writes its lines to; null in the others
   * @throws IOException in every process, when the file cannot be written
   */
  public static @Nullable Writer results(ProcessGroup group, Path out) throws IOException {
    Writer lines = null;
    byte[] problem = {};
    if (group.rank() == 0) {
      try {
        lines = Files.newBufferedWriter(out);
      } catch (IOException e) {
        problem = e.toString().getBytes(StandardCharsets.UTF_8);
      }
    }
    problem = group.broadcast(problem, 0);
    if (problem.length > 0) {
      throw new BurstlogException(
          "cannot write results to "
              + out
              + " ("
              + new String(problem, StandardCharsets.UTF_8)
              + "); name another file by --out");
    }
    return lines;
  }
}
