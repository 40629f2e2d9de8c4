package org.burstlog.mpi;

import jnr.ffi.annotations.Delegate;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.provider.jffi.NoX86;
import jnr.ffi.types.size_t;

/**
 * The functions of the MPI library that the Java bindings lack or do not carry past 2 GiB, by their
 * C names. Every return code goes through {@link MpiErrors#check}.
 *
 * <p>Handles and buffers are addresses. A buffer's address says nothing to the garbage collector:
 * whoever passes one keeps the buffer reachable until the call has returned.
 */
// The C names are the point: they can be looked up in the standard.
@SuppressWarnings("MethodName")
final class LibMpi {
  static final int MPI_SUCCESS = 0;
  static final int MPI_MODE_CREATE = 1;
  static final int MPI_MODE_RDONLY = 2;
  static final int MPI_MODE_RDWR = 8;
  static final int MPI_MODE_EXCL = 64;
  static final int MPI_MAX_ERROR_STRING = 256;
  static final int MPI_MAX_INFO_KEY = 36;
  static final int MPI_MAX_INFO_VAL = 256;

  private LibMpi() {}

  /**
   * The functions. Public for the classes that JNR-FFI generates in a loader of its own; the class
   * around it keeps it in the package.
   *
   * <p>The machine code that JNR-FFI 2.2.18 makes for six numeric parameters crashes on its return,
   * so it is told to make none.
   */
  @NoX86
  public interface Functions {
    int MPI_Error_class(int code, @Out int[] errorClass);

    int MPI_Error_string(int code, @Out byte[] text, @Out int[] length);

    int MPI_Comm_create_keyval(long copy, Deleted deleted, @Out int[] key, long extra);

    int MPI_Comm_set_attr(long comm, int key, long value);

    int MPI_Info_create(@Out long[] info);

    int MPI_Info_set(long info, @In byte[] key, @In byte[] value);

    int MPI_Info_get(
        long info, @In byte[] key, int valueLength, @Out byte[] value, @Out int[] known);

    int MPI_Info_free(@In @Out long[] info);

    int MPI_Type_create_hindexed(
        int count, @In int[] lengths, @In long[] offsets, long oldType, @Out long[] newType);

    int MPI_Type_commit(@In @Out long[] type);

    int MPI_Type_free(@In @Out long[] type);

    int MPI_Get_count(long status, long type, @Out int[] count);

    int MPI_File_open(long comm, @In byte[] path, int mode, long info, @Out long[] file);

    int MPI_File_close(@In @Out long[] file);

    int MPI_File_set_errhandler(long file, long handler);

    int MPI_File_set_view(
        long file,
        long offset,
        long elementType,
        long fileType,
        @In byte[] representation,
        long info);

    int MPI_File_write_at_all(long file, long offset, long data, int count, long type, long status);

    int MPI_File_write_at(long file, long offset, long data, int count, long type, long status);

    int MPI_File_read_at(long file, long offset, long data, int count, long type, long status);

    int MPI_File_get_info(long file, @Out long[] info);

    int MPI_File_get_size(long file, @Out long[] size);

    int MPI_File_set_size(long file, long size);

    int MPI_File_sync(long file);
  }

  /** What MPI calls when an attribute of a communicator is deleted. */
  @FunctionalInterface
  public interface Deleted {
    /** Returns MPI_SUCCESS, or what the call that deletes it returns. */
    @Delegate
    int call(long comm, int key, long value, long extra);
  }

  /** The two functions of the C library that set what MPI reads at its start. */
  public interface Environment {
    int setenv(@In byte[] name, @In byte[] value, int overwrite);

    @size_t
    long getenv(@In byte[] name);
  }
}
