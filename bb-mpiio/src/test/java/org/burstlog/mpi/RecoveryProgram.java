package org.burstlog.mpi;

import java.nio.file.Path;
import java.util.List;
import org.burstlog.cli.Job;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.TierSession;
import org.burstlog.storage.LocalStorage;

/** Recovers everything on a tier, with all ranks of the job. */
final class RecoveryProgram {
  private RecoveryProgram() {}

  public static void main(String[] args) throws Exception {
    Job job = new MpiJob();
    if (!job.present()) {
      throw new IllegalStateException("not a job of several ranks");
    }
    RecoveryOptions options =
        RecoveryOptions.careful(new DrainOptions(1 << 16, 100, Strategy.valueOf(args[1])));
    LocalStorage storage = new LocalStorage();
    try (ProcessGroup group = job.group()) {
      for (TierSession session : SessionFinder.find(group, storage, List.of(Path.of(args[0])))) {
        RecoveryReport report =
            new Recovery(group, storage, job.targets(), options).recover(session);
        if (!report.complete()) {
          throw new IllegalStateException(report.toString());
        }
      }
    }
  }
}
