package org.burstlog.netcdf.driver;

import java.io.IOException;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes of all processes at once: first they agree that all take part and what they know, then
 * they write, then all learn whether all succeeded.
 *
 * <p>How is chosen as a drain chooses: in collective rounds where the target can make more of what
 * the processes bring together, each for itself where it cannot or where each has extents so large
 * that they are good requests as they are.
 */
final class Together {
  /** From this length on, an extent is worth a request of its own. */
  private static final long LARGE_EXTENT = 1 << 20;

  private final ProcessGroup group;
  private final TargetFile target;
  private final DrainOptions options;
  private final DirectPut alone;
  private final DirectPut inRounds;
  private final ExtentCursor cursor = new ExtentCursor();
  private @Nullable Rounds rounds;

  /**
   * Prepares.
   *
   * @param alone puts that each process makes for itself
   */
  Together(ProcessGroup group, TargetFile target, DrainOptions options, DirectPut alone) {
    this.group = group;
    this.target = target;
    this.options = options;
    this.alone = alone;
    // One for all calls, because of its buffer.
    inRounds =
        new DirectPut(
            (extents, data) -> {
              Rounds now = rounds;
              if (now != null) {
                now.write(extents, data);
              }
            },
            options);
  }

  /** What a process writes, to wherever it is told. */
  interface Work {
    void write(DirectPut.Sink sink, DirectPut put) throws IOException;
  }

  /**
   * Writes.
   *
   * @param what what is done, for messages
   * @param failure why this process has nothing to write though it should, or null
   * @param large whether all of this process's extents are large; true when it has none
   * @param records the number of records there are with what this process writes
   * @param work writes
   * @return the number of records there are with what all write
   * @throws IOException in every process, when any failed
   */
  long write(String what, @Nullable Throwable failure, boolean large, long records, Work work)
      throws IOException {
    long[] facts = {failure == null ? 0 : 1, large ? 0 : 1, records};
    group.max(facts);
    if (facts[0] != 0) {
      throw NcAgreement.verdict(group, what, NcError.NC_EWRITE, failure);
    }
    if (eachAlone(facts[1] == 0)) {
      Throwable wrong = null;
      try {
        work.write(target::write, alone);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        wrong = e;
      }
      NcAgreement.reach(group, what, NcError.NC_EWRITE, wrong);
    } else {
      Rounds now = new Rounds(group, target, what);
      rounds = now;
      now.run(() -> work.write(now, inRounds));
    }
    return facts[2];
  }

  private boolean eachAlone(boolean large) {
    return switch (options.strategy()) {
      case INDEPENDENT -> true;
      case COLLECTIVE -> false;
      default ->
          group.size() == 1 || large || !target.can(TargetFile.Capability.COLLECTIVE_BUFFERING);
    };
  }

  /** Tells whether a region consists of large extents, by the first of them. */
  boolean isLarge(Array array, Region region) {
    if (options.strategy() != Strategy.AUTO) {
      return false;
    }
    cursor.reset(array, region);
    return !cursor.next() || cursor.length() >= LARGE_EXTENT;
  }

  static boolean isLarge(long bytes) {
    return bytes == 0 || bytes >= LARGE_EXTENT;
  }
}
