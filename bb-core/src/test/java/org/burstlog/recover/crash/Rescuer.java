package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.TierSession;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;

/** A program that recovers what a victim left, and may be killed itself. */
final class Rescuer {
  private static final DrainOptions DRAIN = new DrainOptions(4096, 20, Strategy.AUTO);

  private Rescuer() {}

  /** Arguments: tier, number of ranks, fate. */
  @SuppressForbidden("its standard output is the line to its killer")
  public static void main(String[] args) throws Exception {
    Fate.Line line = new Fate.Line(Fate.parse(args[2]), System.out);
    TargetSystem targets =
        (group, path, mode) -> new FatedTarget(PlainTarget.open(group, path, mode), line);
    ThreadedGroup.run(
        Integer.parseInt(args[1]),
        group -> recover(group, Path.of(args[0]), new FatedStorage(line), targets));
  }

  /** Recovers everything, with one process that is not killed. */
  static List<RecoveryReport> recover(ProcessGroup group, Path tier) throws IOException {
    return recover(group, tier, new LocalStorage(), PlainTarget::open);
  }

  /** Recovers everything, through doubles of the tier and the targets. */
  static List<RecoveryReport> recover(
      ProcessGroup group, Path tier, Storage storage, TargetSystem targets) throws IOException {
    List<RecoveryReport> reports = new ArrayList<>();
    List<Path> tiers = List.of(tier);
    for (TierSession session : SessionFinder.find(group, storage, tiers)) {
      reports.add(
          new Recovery(group, storage, targets, RecoveryOptions.careful(DRAIN)).recover(session));
    }
    return reports;
  }
}
