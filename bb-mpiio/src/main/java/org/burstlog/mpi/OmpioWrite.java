package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.array.ExtentList;
import org.burstlog.drain.CombinedWrite;
import org.burstlog.drain.DirectPut;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.target.Striping;

/**
 * Writes a round without a collective call of MPI-IO.
 *
 * <p>OMPIO's collective writes return success and the full count whatever the file system said, in
 * all versions, and a process whose part fails leaves the call while the others go on. Its
 * individual writes return what was written. So what the processes bring is combined here and
 * written by those.
 */
final class OmpioWrite implements CollectiveWrite {
  private final ProcessGroup group;
  private final String what;
  private final DirectPut.Sink alone;
  private final CombinedWrite combined;

  /**
   * For one file. Collective.
   *
   * @param group the processes that write
   * @param path of the file, for errors
   * @param alone writes extents of this process
   * @param striping how the file is spread over servers, as far as that is known
   */
  OmpioWrite(ProcessGroup group, Path path, DirectPut.Sink alone, Optional<Striping> striping)
      throws IOException {
    this.group = group;
    this.what = "writing " + path;
    this.alone = alone;
    this.combined = new CombinedWrite(group, what, alone, striping);
  }

  @Override
  public void write(Round round, ExtentList extents, ByteBuffer data) throws IOException {
    if (round.interleaved()) {
      combined.write(round.begin(), extents, data);
      return;
    }
    Together.run(group, what, () -> alone.write(extents, data));
  }
}
