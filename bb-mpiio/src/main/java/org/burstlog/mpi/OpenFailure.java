package org.burstlog.mpi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.burstlog.BurstlogException;
import org.burstlog.storage.StorageException;

/** Says why MPI-IO could not open a file: MPI has one error for many reasons. */
final class OpenFailure {
  private OpenFailure() {}

  /**
   * Asks the kernel to open the file, too.
   *
   * @param path the file
   * @param option how it is opened; it is not made
   * @param failure what MPI says
   * @return what the kernel says as well, where it says more
   */
  static IOException explain(Path path, OpenOption option, IOException failure) {
    try (FileChannel opened = FileChannel.open(path, option)) {
      assert opened.isOpen();
      return failure;
    } catch (NoSuchFileException e) {
      // MPI has a word for this.
      return failure;
    } catch (IOException e) {
      String reason = BurstlogException.reason(e);
      return new BurstlogException(
          StorageException.isTooManyOpenFiles(e)
              ? reason + "; " + StorageException.FEWER_OPEN_FILES
              : BurstlogException.messageOf(failure) + "; the kernel says: " + reason,
          e);
    } catch (RuntimeException e) {
      return failure;
    }
  }

  /** As above, for a file that is written. */
  static IOException explain(Path path, IOException failure) {
    return explain(path, StandardOpenOption.WRITE, failure);
  }
}
