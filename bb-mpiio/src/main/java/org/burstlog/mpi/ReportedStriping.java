package org.burstlog.mpi;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.burstlog.target.Striping;
import org.jspecify.annotations.Nullable;

/**
 * How MPI-IO says that an open file is striped: what the file system told it, or, where it knows no
 * better, what the hints asked for.
 */
final class ReportedStriping {
  private static final String UNIT = "striping_unit";
  private static final String FACTOR = "striping_factor";

  private ReportedStriping() {}

  /**
   * Looks at a file in this process.
   *
   * @param file the file, null where it could not be opened
   * @return what all are to learn the largest of
   */
  static long[] look(@Nullable MpiFile file) {
    MpiHints known = MpiHints.none();
    if (file != null) {
      try {
        known = file.hints(List.of(UNIT, FACTOR));
      } catch (IOException e) {
        // Stripes make writing faster and change nothing else, so not to know them is no error.
        known = MpiHints.none();
      }
    }
    long unit = known.number(UNIT, 0);
    long factor = Math.min(known.number(FACTOR, 0), Integer.MAX_VALUE);
    return new long[] {unit, factor, -unit, -factor};
  }

  /** Returns what all have found; nothing unless both numbers are known to all and the same. */
  static Optional<Striping> agreed(long[] largest) {
    long unit = largest[0];
    long factor = largest[1];
    boolean same = unit == -largest[2] && factor == -largest[3];
    return same && unit > 0 && factor > 0
        ? Optional.of(new Striping(unit, (int) factor))
        : Optional.empty();
  }
}
