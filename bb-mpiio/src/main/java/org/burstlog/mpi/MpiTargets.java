package org.burstlog.mpi;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetOpening;
import org.burstlog.target.TargetSystem;

/** Opens targets through MPI-IO. */
final class MpiTargets implements TargetSystem {
  private final Hints hints;

  /** Where the hints for each file come from. */
  @FunctionalInterface
  interface Hints {
    MpiHints get() throws IOException;
  }

  MpiTargets(Hints hints) {
    this.hints = hints;
  }

  @Override
  public MpiTarget open(ProcessGroup group, Path path, TargetFile.Mode mode) throws IOException {
    return MpiTarget.open(group, path, mode, hints.get());
  }

  /** Any other group is refused when the file is opened. */
  @Override
  public TargetOpening begin(ProcessGroup group, Path path, TargetFile.Mode mode) {
    return group instanceof MpiGroup processes
        ? new MpiOpening(
            processes, /* ownsGroup= */ false, path, mode, hints, MpiTarget.LARGEST_CALL)
        : TargetOpening.collective(this, group, path, mode);
  }
}
