package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Completes requests: all puts as few large writes, then all gets as few large reads. When that
 * fails, each is done again by itself, the slow way, which finds out whose fault it is.
 */
final class Completion {
  /** Of so many puts in order, one may begin somewhere behind the one before it. */
  private static final int MOST_BREAKS = 8;

  private final ProcessGroup group;
  private final TargetFile target;
  private final DrainOptions options;
  private final FileFacts facts;
  private final JointWrite together;
  private final DirectPut single;
  private final WriteBehind inOrder;
  private final ReadWindow window;
  private final Reader reader;
  private final Footprint footprint = new Footprint();

  /**
   * Prepares.
   *
   * @param single puts one after the other
   * @param inOrder puts that continue one another; has nothing gathered when completing begins
   * @param window what is read at a time
   */
  Completion(
      ProcessGroup group,
      TargetFile target,
      DrainOptions options,
      FileFacts facts,
      JointWrite together,
      DirectPut single,
      WriteBehind inOrder,
      ReadWindow window) {
    this.group = group;
    this.target = target;
    this.options = options;
    this.facts = facts;
    this.together = together;
    this.single = single;
    this.inOrder = inOrder;
    this.window = window;
    this.reader = new Reader(window);
  }

  /** Without regard to other processes. */
  void alone(List<Transfer> puts, List<Transfer> gets) {
    try {
      if (areInOrder(puts)) {
        for (Transfer put : puts) {
          Array array = facts.array(put.variable());
          inOrder.put(array, put.region(), put.memory(), put.offset(), put.length());
        }
        inOrder.flush();
      } else {
        Transfer.combine(puts, options).write(facts.arrays(), target::write);
      }
      facts.note(puts);
    } catch (IOException | RuntimeException e) {
      inOrder.forget();
      Transfer.each(puts, this::put);
    }
    getEach(gets);
  }

  /**
   * Tells whether puts mostly continue one another as they are, so that nothing need be planned.
   */
  private boolean areInOrder(List<Transfer> puts) {
    long end = 0;
    int breaks = 0;
    for (Transfer put : puts) {
      footprint.set(facts.array(put.variable()), put.region());
      if (!footprint.isContiguous() || footprint.first() < end) {
        return false;
      }
      breaks += footprint.first() == end ? 0 : 1;
      end = footprint.last() + 1;
    }
    return breaks <= 1 + puts.size() / MOST_BREAKS;
  }

  /** With all processes. */
  void together(List<Transfer> puts, List<Transfer> gets, @Nullable Throwable failure)
      throws IOException {
    Together.reach(group, new NcTelling("completing requests", NcError.NC_EINVAL_REQUEST), failure);
    try {
      together.write(
          "writing " + target.path(),
          null,
          JointWrite.mean(puts, facts.arrays()),
          facts.recordsWith(puts),
          (sink, direct) -> Transfer.combine(puts, options).write(facts.arrays(), sink));
      facts.note(puts);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      Transfer.each(puts, this::put);
    }
    // Others may want what was written here, and see only now how many records there are.
    facts.shareRecords(null);
    getEach(gets);
  }

  /** Gets, all or none of them. */
  void get(List<Transfer> gets) throws IOException {
    if (gets.size() == 1) {
      get(gets.get(0));
    } else {
      new PlannedGet(window).get(gets, facts.arrays());
    }
  }

  private void getEach(List<Transfer> gets) {
    try {
      get(gets);
    } catch (IOException | RuntimeException e) {
      Transfer.each(gets, this::get);
    }
  }

  private void get(Transfer get) throws IOException {
    Array array = facts.array(get.variable());
    reader.read(array, get.region(), get.memory(), get.offset(), get.length());
  }

  private void put(Transfer put) throws IOException {
    Array array = facts.array(put.variable());
    single.put(array, put.region(), put.memory(), put.offset(), put.length());
    facts.note(array, put.region());
  }
}
