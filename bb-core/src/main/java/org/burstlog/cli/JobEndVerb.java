package org.burstlog.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.burstlog.job.EndOfJob;
import org.burstlog.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb job end}: when the job ends. */
@Command(
    name = "end",
    mixinStandardHelpOptions = true,
    description = {
      "Shows when the job ends. The time comes from drain.deadline, else from a variable of Slurm,"
          + " else from a question to Slurm, PBS, LSF or Flux.",
      "With --export, writes a command for the beginning of a job's script:"
          + " eval \"$(bb job end --export)\".",
      "Exit code: 0 the time is known, 1 it is not known, because there is no job or the job has no"
          + " limit, 2 the settings are wrong."
    })
final class JobEndVerb implements Verb {
  @Option(names = "--export", description = "Writes a command that sets BURSTLOG_DRAIN_DEADLINE.")
  private boolean export;

  /** Creates the verb. */
  JobEndVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Optional<Instant> end = Settings.load().get(Settings.DRAIN_DEADLINE);
    if (end.isEmpty()) {
      end = new EndOfJob(System.getenv()).find();
    }
    if (export) {
      end.ifPresent(
          moment ->
              out.println(
                  "export " + Settings.DRAIN_DEADLINE.variable() + "=" + moment.getEpochSecond()));
    } else if (end.isPresent()) {
      long left = Math.max(0, Duration.between(Instant.now(), end.get()).toSeconds());
      out.println(
          "the job ends at "
              + Instant.ofEpochSecond(end.get().getEpochSecond())
              + ", in "
              + left
              + " s");
    } else {
      out.println("it is not known when the job ends");
    }
    return end.isPresent() ? OK : WRONG;
  }
}
