package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.PutChoice;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes of all processes at once: first they agree that all take part and what they know, then
 * they write, then all learn whether all succeeded.
 *
 * <p>Whether they write in collective rounds or each for itself is chosen where a drain chooses
 * too, see {@link PutChoice}.
 */
final class JointWrite {
  /** The mean length of extents where there are none. */
  private static final long NONE = Long.MAX_VALUE;

  private final ProcessGroup group;
  private final TargetFile target;
  private final PutChoice choice;
  private final DirectPut alone;
  private final DirectPut inRounds;
  private @Nullable Rounds rounds;

  /**
   * Prepares.
   *
   * @param alone puts that each process makes for itself
   */
  JointWrite(ProcessGroup group, TargetFile target, DrainOptions options, DirectPut alone) {
    this.group = group;
    this.target = target;
    this.alone = alone;
    choice = new PutChoice(group, target, options);
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
   * @param mean the mean length of this process's extents, see {@link #mean}
   * @param records the number of records there are with what this process writes
   * @param work writes
   * @return the number of records there are with what all write
   * @throws IOException in every process, when any failed
   */
  long write(String what, @Nullable Throwable failure, long mean, long records, Work work)
      throws IOException {
    long[] facts = {failure == null ? 0 : 1, -mean, records};
    group.max(facts);
    if (facts[0] != 0) {
      throw new NcTelling(what, NcError.NC_EWRITE).tell(group, failure);
    }
    write(what, -facts[1], work);
    return facts[2];
  }

  /**
   * Writes, when all know that all take part.
   *
   * @param mean the least mean length of extents in any process, see {@link #mean}
   * @throws IOException in every process, when any failed
   */
  void write(String what, long mean, Work work) throws IOException {
    if (group.size() == 1 || !choice.together(mean)) {
      Together.run(
          group, new NcTelling(what, NcError.NC_EWRITE), () -> work.write(target::write, alone));
    } else {
      Rounds now = new Rounds(group, target, what);
      rounds = now;
      now.run(() -> work.write(now, inRounds));
    }
  }

  /**
   * Tells whether each writes for itself, whatever there is to write. Collective.
   *
   * @return the same in every process
   */
  boolean isApart() throws IOException {
    // What is written together are small extents.
    return !choice.together(0);
  }

  /** The mean length of the extents of puts; very long where there are none. */
  static long mean(List<Transfer> puts, List<Array> arrays) {
    Footprint footprint = new Footprint();
    long bytes = 0;
    long extents = 0;
    for (Transfer put : puts) {
      footprint.set(arrays.get(put.variable()), put.region());
      bytes += footprint.bytes();
      extents += footprint.extents();
    }
    return mean(bytes, extents);
  }

  static long mean(long bytes, long extents) {
    return extents == 0 ? NONE : bytes / extents;
  }
}
