package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Completes requests: all puts as few large writes, then all gets as few large reads. When that
 * fails, each is done again by itself, the slow way, which finds out whose fault it is.
 */
final class Completion {
  private final ProcessGroup group;
  private final TargetFile target;
  private final DrainOptions options;
  private final FileFacts facts;
  private final Together together;
  private final DirectPut single;
  private final ReadWindow window;
  private final Reader reader;

  /**
   * Prepares.
   *
   * @param single puts one after the other
   * @param window what is read at a time
   */
  Completion(
      ProcessGroup group,
      TargetFile target,
      DrainOptions options,
      FileFacts facts,
      Together together,
      DirectPut single,
      ReadWindow window) {
    this.group = group;
    this.target = target;
    this.options = options;
    this.facts = facts;
    this.together = together;
    this.single = single;
    this.window = window;
    this.reader = new Reader(window);
  }

  /** Without regard to other processes. */
  void alone(List<Transfer> puts, List<Transfer> gets) {
    try {
      new PlannedPut(target::write, options).put(puts, facts.arrays());
      facts.note(puts);
    } catch (IOException | RuntimeException e) {
      each(puts, this::put);
    }
    getEach(gets);
  }

  /** With all processes. */
  void together(List<Transfer> puts, List<Transfer> gets, @Nullable Throwable failure)
      throws IOException {
    NcAgreement.reach(group, "completing requests", NcError.NC_EINVAL_REQUEST, failure);
    try {
      together.write(
          "writing " + target.path(),
          null,
          Together.mean(puts, facts.arrays()),
          facts.recordsWith(puts),
          (sink, direct) -> new PlannedPut(sink, options).put(puts, facts.arrays()));
      facts.note(puts);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      each(puts, this::put);
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
      each(gets, this::get);
    }
  }

  private void get(Transfer get) throws IOException {
    reader.read(facts.array(get.variable()), get.region(), get.memory(), get.offset());
  }

  private void put(Transfer put) throws IOException {
    Array array = facts.array(put.variable());
    single.put(array, put.region(), put.memory(), put.offset());
    facts.note(array, put.region());
  }

  /** What is done to each of several transfers. */
  private interface Action {
    void on(Transfer transfer) throws IOException;
  }

  private static void each(List<Transfer> transfers, Action action) {
    for (Transfer transfer : transfers) {
      try {
        action.on(transfer);
      } catch (IOException e) {
        transfer.fail(e);
      } catch (RuntimeException e) {
        transfer.fail(new IOException(e.toString(), e));
      }
    }
  }
}
