package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.burstlog.array.ExtentList;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.jspecify.annotations.Nullable;

/**
 * A file as all processes have it open together, for the collective writes of ROMIO. Each of its
 * calls but the writes' own agreement has the turn, see {@link FileTurn}.
 */
final class JointFile implements CollectiveWrite {
  private final MpiGroup group;
  private final MpiFile file;
  private final RomioWrite writes;

  private JointFile(MpiGroup group, MpiFile file, RomioWrite writes) {
    this.group = group;
    this.file = file;
    this.writes = writes;
  }

  /**
   * Opens a file that exists. Collective; the processes have just met.
   *
   * @param group the processes that write it
   * @param path where it is
   * @param hints handed to MPI
   * @param largestCall most bytes of a process in a call
   * @param check throws when the path names another file by now
   * @param growth makes the file longer
   * @throws IOException in every process, when it could not be opened in any
   */
  static JointFile open(
      MpiGroup group,
      Path path,
      MpiHints hints,
      int largestCall,
      Together.Step check,
      RomioWrite.Growth growth)
      throws IOException {
    group.settle();
    long window = RomioWindow.of(group, hints);
    try (FileTurn turn = FileTurn.lead(group)) {
      turn.meet();
      MpiFile file = null;
      Throwable failure = null;
      try {
        file = MpiFile.open(group.handle(), group, path, LibMpi.MPI_MODE_RDWR, hints);
        check.run();
      } catch (IOException e) {
        failure = file == null ? OpenFailure.explain(path, e) : e;
      } catch (LinkageError e) {
        failure = e;
      }
      try {
        Together.reach(group, Telling.of("opening " + path + " for collective writes"), failure);
        MpiFile open = Objects.requireNonNull(file);
        return new JointFile(
            group, open, new RomioWrite(group, open, largestCall, window, growth, hints));
      } catch (IOException | RuntimeException e) {
        undo(group, file, e);
        throw e;
      }
    }
  }

  /** Closing takes all together, so a file that only some have opened has to stay as it is. */
  private static void undo(MpiGroup group, @Nullable MpiFile file, Exception because) {
    try {
      if (group.min(file == null ? 0 : 1) == 1 && file != null) {
        file.close();
        group.barrier();
      }
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  @Override
  public void write(Round round, ExtentList extents, ByteBuffer data) throws IOException {
    writes.write(round, extents, data);
  }

  @Override
  public void sync() throws IOException {
    inTurn(file::sync);
  }

  @Override
  public void close() throws IOException {
    inTurn(file::close);
  }

  /**
   * Makes a collective call of MPI-IO. The meeting behind it is needed for the call's own sake,
   * too: closing, for one, is no barrier, so a process that returned first might not see what the
   * others wrote.
   */
  private void inTurn(Together.Step call) throws IOException {
    group.barrier();
    try (FileTurn turn = FileTurn.lead(group)) {
      turn.meet();
      IOException failure = null;
      try {
        call.run();
      } catch (IOException e) {
        failure = e;
      }
      group.barrier();
      if (failure != null) {
        throw failure;
      }
    }
  }
}
