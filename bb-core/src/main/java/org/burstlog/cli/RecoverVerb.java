package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bb recover}: brings what a crash left in logs into the targets. */
@Command(
    name = "recover",
    mixinStandardHelpOptions = true,
    description = {
      "Replays sessions that a crash left behind into their targets, checks the targets by reading"
          + " them back, and removes the sessions. May be killed and run again at any time.",
      "Refuses what is in doubt: live sessions, damaged logs, targets that are not the files that"
          + " were logged.",
      "Started under mpirun, all ranks share the work and write through MPI-IO.",
      "Exit code: 0 everything that was put is in the targets, 1 everything that is whole is, and"
          + " something was cut off, damaged or out of reach, 2 something was refused or failed;"
          + " nothing of that was removed."
    })
public final class RecoverVerb implements Verb {
  @Mixin private SessionOptions sessions = new SessionOptions();

  @Option(
      names = "--all",
      description = {
        "Recovers every orphaned session of the tiers, removes the files of empty ones, and tells"
            + " which must not be touched, and which were recovered in part."
      })
  private boolean all;

  @Option(names = "--dry-run", description = "Reads and checks everything, and changes nothing.")
  private boolean dryRun;

  @Option(
      names = "--force",
      description =
          "Replays what is whole of damaged logs, and replays into a target that is another file"
              + " than the one that was logged, or was made anew since.")
  private boolean force;

  @Option(
      names = "--partial",
      description =
          "Goes on where more nodes were lost than there are copies of their logs, without what is"
              + " lost. Sessions without copies may be recovered node by node, and need no such"
              + " word.")
  private boolean partial;

  @Option(names = "--keep", description = "Keeps the logs, marked as recovered.")
  private boolean keep;

  @Option(
      names = "--target",
      paramLabel = "FILE",
      description = "Replays into this file instead of the one that was logged.")
  private @Nullable Path into;

  @Option(
      names = "--create-target",
      description =
          "Makes a target that does not exist. It has what is in the logs and nothing else, no"
              + " header of a netCDF file for instance; the logs are kept.")
  private boolean createTarget;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many threads share the work (default: 1).")
  private int threads;

  @Option(names = "--progress", description = "Shows progress even where there is no terminal.")
  private boolean progress;

  /** Creates the verb. */
  public RecoverVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (threads < 1) {
      throw new BurstlogException("--threads " + threads + ": at least one is needed");
    }
    Selection selection =
        sessions.selection(all ? Selection::isLeftOrRest : null, ", or say --all");
    RecoveryOptions options =
        new RecoveryOptions(
            Optional.ofNullable(into),
            choices(),
            Settings.load().drainOptions(),
            ProgressLine.to(err, progress));
    return recover(selection, options, threads, sessions.json(), out, err);
  }

  private Set<Choice> choices() {
    // Tiers of nodes are often recovered node by node; the exit code tells that something is left.
    EnumSet<Choice> choices = EnumSet.of(Choice.NODE_BY_NODE);
    if (partial) {
      choices.add(Choice.PARTIAL);
    }
    if (force) {
      choices.add(Choice.FORCE);
    }
    if (keep) {
      choices.add(Choice.KEEP);
    }
    if (createTarget) {
      choices.add(Choice.CREATE_TARGET);
    }
    if (dryRun) {
      choices.add(Choice.DRY_RUN);
    }
    return choices;
  }

  /** Recovers sessions with some threads, and returns the exit code. */
  static int recover(
      Selection selection,
      RecoveryOptions options,
      int threads,
      boolean json,
      PrintStream out,
      PrintStream err)
      throws Exception {
    Recoveries recoveries = new Recoveries(selection, options, json, out, err);
    for (Job job : ServiceLoader.load(Job.class)) {
      if (job.present()) {
        return together(job, recoveries);
      }
    }
    if (threads == 1) {
      try (ProcessGroup group = new SoloGroup()) {
        return recoveries.run(group, PlainTarget.SYSTEM);
      }
    }
    int[] codes = new int[threads];
    ThreadedGroup.run(
        threads, group -> codes[group.rank()] = recoveries.run(group, PlainTarget.SYSTEM));
    return codes[0];
  }

  /** All processes meet the same error, and one of them tells it. */
  private static int together(Job job, Recoveries recoveries) throws IOException {
    try (ProcessGroup group = job.group()) {
      try {
        return recoveries.run(group, job.targets());
      } catch (BurstlogException e) {
        if (group.rank() == 0) {
          throw e;
        }
        return REFUSED;
      }
    }
  }

  /**
   * Recovers sessions of this user with one process.
   *
   * @param named directories of sessions, or targets
   * @param tiers where to look for sessions of targets; none for the tier that the settings name
   * @param options how they are recovered
   * @param json whether JSON is written
   * @param out where it is told what was done
   * @param err where it is told what was not
   * @return the exit code
   * @throws IOException when none could be looked at
   */
  public static int recover(
      List<Path> named,
      List<Path> tiers,
      RecoveryOptions options,
      boolean json,
      PrintStream out,
      PrintStream err)
      throws IOException {
    try (ProcessGroup group = new SoloGroup()) {
      return new Recoveries(new Selection(tiers, named, null), options, json, out, err)
          .run(group, PlainTarget.SYSTEM);
    }
  }
}
