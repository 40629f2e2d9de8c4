package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile.Mode;
import org.jspecify.annotations.Nullable;

/**
 * A target that is being opened, in the steps that lie between two meetings of the processes. Who
 * opens it has the processes meet behind each step, and so can have them meet for other things at
 * the same time.
 */
public interface TargetOpening {
  /**
   * Does what the first process does before the others open the file: where the mode says so, it
   * makes the file. Not collective; does nothing in the other processes.
   *
   * @throws IOException when that failed
   */
  void first() throws IOException;

  /**
   * Tells, behind {@link #first}, whether there is something to {@linkplain TargetFile#empty
   * empty}.
   *
   * @return false when there is nothing, or another process knows
   */
  boolean hasContent();

  /**
   * Tells, behind {@link #first}, how the file is spread over servers.
   *
   * @return what the first process has found of it; nothing in the others
   */
  default Optional<Striping> striping() {
    return Optional.empty();
  }

  /**
   * Tells whether {@link #rest} is collective and so fails in every process or in none. Otherwise
   * it may fail in some, and the caller has all learn that.
   *
   * @return the same in every process
   */
  boolean isCollective();

  /**
   * Opens the file, when {@link #first} has gone well in all processes.
   *
   * @param striping what the first process has found, the same in every process
   * @return the open target
   * @throws IOException when it could not be opened
   */
  TargetFile rest(Optional<Striping> striping) throws IOException;

  /**
   * Closes the file, and deletes it if it did not exist before. All processes do so, as something
   * has failed in one.
   *
   * @throws IOException when that failed
   */
  void undo() throws IOException;

  /**
   * Opens by one collective call.
   *
   * @param system what opens the target
   * @param group the processes that share it
   * @param path where it is
   * @param mode how it is opened
   * @return an opening whose {@link #rest} is that call
   */
  static TargetOpening collective(TargetSystem system, ProcessGroup group, Path path, Mode mode) {
    return new TargetOpening() {
      private @Nullable TargetFile opened;

      @Override
      public void first() {
        // The collective call does it all.
      }

      @Override
      public boolean hasContent() {
        return mode == Mode.CREATE;
      }

      @Override
      public boolean isCollective() {
        return true;
      }

      @Override
      public TargetFile rest(Optional<Striping> striping) throws IOException {
        TargetFile target = system.open(group, path, mode);
        opened = target;
        return target;
      }

      @Override
      public void undo() throws IOException {
        TargetFile target = opened;
        if (target != null) {
          target.close();
          if (mode == Mode.CREATE_NEW && group.rank() == 0) {
            Files.deleteIfExists(path);
          }
        }
      }
    };
  }
}
