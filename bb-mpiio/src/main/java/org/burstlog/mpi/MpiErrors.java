package org.burstlog.mpi;

import java.nio.charset.StandardCharsets;
import mpi.MPIException;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;

/**
 * Turns MPI's return codes and the bindings' exceptions into errors that say what, where and why.
 */
final class MpiErrors {
  private static final int ERR_ACCESS = 20;
  private static final int ERR_BAD_FILE = 23;
  private static final int ERR_FILE_EXISTS = 28;
  private static final int ERR_IO = 35;
  private static final int ERR_NO_SPACE = 41;
  private static final int ERR_NO_SUCH_FILE = 42;
  private static final int ERR_QUOTA = 44;
  private static final int ERR_READ_ONLY = 45;

  private MpiErrors() {}

  /**
   * Every return code of {@link LibMpi} comes through here.
   *
   * @param code what the function returned
   * @param call its name and object, such as "MPI_File_open of /scratch/out.nc"
   * @param where the process that called it, such as "rank 1 of 4"
   * @throws BurstlogException when it is not success
   */
  static void check(int code, String call, Object where) throws BurstlogException {
    if (code == LibMpi.MPI_SUCCESS) {
      return;
    }
    LibMpi.Functions mpi = MpiLibrary.functions();
    int[] errorClass = new int[1];
    byte[] text = new byte[LibMpi.MPI_MAX_ERROR_STRING + 1];
    int[] length = new int[1];
    String known = "error code " + code;
    if (mpi.MPI_Error_class(code, errorClass) == LibMpi.MPI_SUCCESS
        && mpi.MPI_Error_string(code, text, length) == LibMpi.MPI_SUCCESS) {
      known =
          "error class "
              + errorClass[0]
              + ", "
              + new String(text, 0, length[0], StandardCharsets.UTF_8);
    }
    throw new BurstlogException(
        call + " failed on " + where + ": " + known + remedy(errorClass[0]));
  }

  private static String remedy(int errorClass) {
    return switch (errorClass) {
      case ERR_ACCESS -> "; check the permissions of the file and of its directory";
      case ERR_BAD_FILE -> "; the path must name a file, in a directory that exists";
      case ERR_FILE_EXISTS -> "; remove the file, or open it for creation or update";
      case ERR_IO -> "; check the space left and the state of the file system";
      case ERR_NO_SPACE -> "; make space on the file system";
      case ERR_NO_SUCH_FILE -> "; create the file, or the directory it lies in, first";
      case ERR_QUOTA -> "; make space within the quota";
      case ERR_READ_ONLY -> "; choose a file system that can be written";
      default -> "";
    };
  }

  /** Wraps what the bindings throw. */
  static GroupException group(String call, Object where, MPIException error) {
    String message =
        error.getErrorClass() == 0
            ? BurstlogException.messageOf(error)
            : "error class " + error.getErrorClass() + ", " + BurstlogException.messageOf(error);
    return new GroupException(call + " failed on " + where + ": " + message, error);
  }
}
