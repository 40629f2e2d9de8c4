package org.burstlog.mpi;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.Striping;

/**
 * How MPI-IO says that an open file is striped: what the file system told it, or, where it knows no
 * better, what the hints asked for.
 */
final class ReportedStriping {
  private static final String UNIT = "striping_unit";
  private static final String FACTOR = "striping_factor";

  private ReportedStriping() {}

  /** The same in every process; nothing unless both numbers are known to all. Collective. */
  static Optional<Striping> of(ProcessGroup group, MpiFile file) throws IOException {
    MpiHints known;
    try {
      known = file.hints(List.of(UNIT, FACTOR));
    } catch (IOException e) {
      // Stripes make writing faster and change nothing else, so not to know them is no error.
      known = MpiHints.none();
    }
    long unit = known.number(UNIT, 0);
    long factor = Math.min(known.number(FACTOR, 0), Integer.MAX_VALUE);
    long[] least = {unit, factor, -unit, -factor};
    group.min(least);
    boolean same = least[0] == -least[2] && least[1] == -least[3];
    return same && unit > 0 && factor > 0
        ? Optional.of(new Striping(unit, (int) factor))
        : Optional.empty();
  }
}
