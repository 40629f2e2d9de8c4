package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.drain.DirectPut;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * A collective write of as many rounds as the process with the most data needs.
 *
 * <p>Before each round the processes agree that none has failed and whether any has data left; so
 * an error in one reaches all within a round, and nobody waits for a process that will not come.
 */
final class Rounds implements DirectPut.Sink {
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
  private static final ExtentList NOWHERE = new ExtentList();

  private final ProcessGroup group;
  private final TargetFile target;
  private final String what;
  private @Nullable Throwable failure;
  private boolean ended;

  Rounds(ProcessGroup group, TargetFile target, String what) {
    this.group = group;
    this.target = target;
    this.what = what;
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    agree(1);
    attempt(extents, data);
  }

  /** Work of this process that ends in writes. */
  interface Work {
    void run() throws IOException;
  }

  /**
   * Does this process's work and then takes part until no process has anything left.
   *
   * @param work writes here; what else goes wrong in it is told to the others
   * @throws IOException in every process, when any failed
   */
  void run(Work work) throws IOException {
    try {
      work.run();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (ended) {
        throw e;
      }
      failure = e;
    }
    while (agree(0)) {
      attempt(NOWHERE, NOTHING.duplicate());
    }
  }

  private boolean agree(long more) throws IOException {
    long[] state = {failure == null ? 0 : 1, more};
    group.max(state);
    if (state[0] != 0) {
      ended = true;
      throw new NcTelling(what, NcError.NC_EWRITE).tell(group, failure);
    }
    return state[1] != 0;
  }

  private void attempt(ExtentList extents, ByteBuffer data) {
    try {
      target.writeAll(extents, data);
    } catch (IOException | RuntimeException e) {
      // Told to the others before the next round, or at the end.
      failure = e;
    }
  }
}
