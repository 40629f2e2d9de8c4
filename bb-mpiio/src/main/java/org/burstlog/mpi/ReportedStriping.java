package org.burstlog.mpi;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.burstlog.target.Striping;

/**
 * How MPI-IO says that an open file is striped: what the file system told it, or, where it knows no
 * better, what the hints asked for.
 */
final class ReportedStriping {
  private static final String UNIT = "striping_unit";
  private static final String FACTOR = "striping_factor";

  private ReportedStriping() {}

  /** Looks at a file; nothing unless both numbers are known. */
  static Optional<Striping> of(MpiFile file) {
    MpiHints known;
    try {
      known = file.hints(List.of(UNIT, FACTOR));
    } catch (IOException e) {
      // Stripes make writing faster and change nothing else, so not to know them is no error.
      known = MpiHints.none();
    }
    return Striping.of(known.number(UNIT, 0), Math.min(known.number(FACTOR, 0), Integer.MAX_VALUE));
  }
}
