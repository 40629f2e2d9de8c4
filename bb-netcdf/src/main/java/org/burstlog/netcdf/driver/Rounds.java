package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.drain.DirectPut;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
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
  private final Telling telling;
  private @Nullable Throwable failure;

  /** What all have thrown, as one had failed. */
  private @Nullable IOException told;

  Rounds(ProcessGroup group, TargetFile target, String what) {
    this.group = group;
    this.target = target;
    this.telling = new NcTelling(what, NcError.NC_EWRITE);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    agree(1);
    put(extents, data);
  }

  /**
   * Does this process's work and then takes part until no process has anything left.
   *
   * @param work writes here; what else goes wrong in it is told to the others
   * @throws IOException in every process, when any failed
   */
  void run(Together.Step work) throws IOException {
    Throwable thrown = Together.attempt(work);
    if (told != null) {
      throw told;
    }
    failure = failure == null ? thrown : failure;
    while (agree(0)) {
      put(NOWHERE, NOTHING.duplicate());
    }
  }

  private boolean agree(long more) throws IOException {
    try {
      return Together.reach(group, telling, failure, more)[0] != 0;
    } catch (IOException e) {
      told = e;
      throw e;
    }
  }

  /** Writes; what goes wrong is told to the others before the next round, or at the end. */
  private void put(ExtentList extents, ByteBuffer data) throws IOException {
    failure = Together.attempt(() -> target.writeAll(extents, data));
  }
}
