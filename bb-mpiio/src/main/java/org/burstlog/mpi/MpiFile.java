package org.burstlog.mpi;

import com.kenai.jffi.MemoryIO;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * One MPI file handle, the view it has in this process, and the file type that the view is of.
 *
 * <p>Where this process writes one contiguous piece or nothing, the view is one of plain bytes and
 * the offset says where: most views then need never be set.
 */
final class MpiFile {
  private static final byte[] NATIVE = {'n', 'a', 't', 'i', 'v', 'e', 0};
  private static final int STATUS_BYTES = 128;

  private final LibMpi.Functions mpi = MpiTurn.of(MpiLibrary.functions());
  private final Path path;
  private final Object where;
  private final long[] handle;
  private final ByteBuffer status = ByteBuffer.allocateDirect(STATUS_BYTES);

  /** What the view shows; of less than two pieces where it shows plain bytes. */
  private final Pieces view = new Pieces();

  /** What the file type selects, wherever the view puts it. */
  private final Pieces shape = new Pieces();

  private long @Nullable [] type;

  private MpiFile(Path path, Object where, long[] handle) {
    this.path = path;
    this.where = where;
    this.handle = handle;
  }

  /**
   * Opens a file. Collective over the communicator.
   *
   * @param communicator its address
   * @param where how errors call this process
   * @param path the file
   * @param mode the bits of MPI
   * @param hints handed to MPI
   * @return the open file
   * @throws IOException when MPI says that it failed
   */
  static MpiFile open(long communicator, Object where, Path path, int mode, MpiHints hints)
      throws IOException {
    LibMpi.Functions mpi = MpiTurn.of(MpiLibrary.functions());
    long[] handle = new long[1];
    long[] info = {MpiLibrary.infoNull()};
    try {
      if (!hints.asMap().isEmpty()) {
        MpiErrors.check(mpi.MPI_Info_create(info), "MPI_Info_create", where);
        for (Map.Entry<String, String> hint : hints.asMap().entrySet()) {
          MpiErrors.check(
              mpi.MPI_Info_set(
                  info[0], MpiLibrary.text(hint.getKey()), MpiLibrary.text(hint.getValue())),
              "MPI_Info_set of " + hint,
              where);
        }
      }
      MpiErrors.check(
          mpi.MPI_File_open(communicator, MpiLibrary.text(path.toString()), mode, info[0], handle),
          "MPI_File_open of " + path,
          where);
    } finally {
      if (info[0] != MpiLibrary.infoNull()) {
        mpi.MPI_Info_free(info);
      }
    }
    MpiFile file = new MpiFile(path, where, handle);
    // Files return errors by default, but the application may have changed that for all of them.
    file.check(
        mpi.MPI_File_set_errhandler(handle[0], MpiLibrary.errorsReturn()),
        "MPI_File_set_errhandler");
    return file;
  }

  /** Tells whether pieces can be written without a new view in this process. */
  boolean shows(Pieces pieces) {
    if (pieces.count() < 2) {
      // Also for nothing: ROMIO looks at where nothing would be, when it looks for interleaving.
      return showsBytes();
    }
    return view.start() == pieces.start() && view.sameShape(pieces);
  }

  /** Tells whether an offset given to this file is one of the file's bytes. */
  boolean showsBytes() {
    return view.count() < 2;
  }

  /** Sets the view, so that these pieces can be written. Collective. */
  void show(Pieces pieces) throws IOException {
    IOException failure = null;
    long start = 0;
    long fileType = MpiLibrary.typeByte();
    if (pieces.count() > 1) {
      try {
        fileType = typeOf(pieces);
        start = pieces.start();
      } catch (IOException e) {
        // The others set theirs and wait for this process to set one too.
        failure = e;
      }
    }
    view.clear();
    check(
        mpi.MPI_File_set_view(
            handle[0], start, MpiLibrary.typeByte(), fileType, NATIVE, MpiLibrary.infoNull()),
        "MPI_File_set_view");
    if (failure != null) {
      throw failure;
    }
    view.copy(pieces);
  }

  private long typeOf(Pieces pieces) throws IOException {
    if (type != null && shape.sameShape(pieces)) {
      return type[0];
    }
    freeType();
    long[] made = new long[1];
    check(
        mpi.MPI_Type_create_hindexed(
            pieces.count(), pieces.lengths(), pieces.offsets(), MpiLibrary.typeByte(), made),
        "MPI_Type_create_hindexed");
    check(mpi.MPI_Type_commit(made), "MPI_Type_commit");
    type = made;
    shape.copy(pieces);
    return made[0];
  }

  private void freeType() {
    long[] old = type;
    if (old != null) {
      // A view that still uses it keeps it alive.
      type = null;
      mpi.MPI_Type_free(old);
    }
  }

  /**
   * Writes pieces that the view {@link #shows}. Collective.
   *
   * @param pieces where, none where this process only takes part
   * @param data their bytes, from its position
   * @param elsewhere where this process writes nothing if it has no pieces
   */
  void writeAll(Pieces pieces, ByteBuffer data, long elsewhere) throws IOException {
    long offset = 0;
    if (pieces.count() < 2) {
      offset = pieces.count() == 1 ? pieces.start() : elsewhere;
    }
    ByteBuffer part = data.slice();
    try {
      check(
          mpi.MPI_File_write_at_all(
              handle[0],
              offset,
              address(part),
              pieces.bytes(),
              MpiLibrary.typeByte(),
              address(status)),
          "MPI_File_write_at_all");
    } finally {
      Reference.reachabilityFence(part);
    }
    requireWritten(pieces.bytes(), "MPI_File_write_at_all");
  }

  /**
   * Writes contiguous bytes of the file; the view must show bytes.
   *
   * <p>OMPIO calls a write that failed or was cut short a success, and only the number of bytes
   * written tells. What is left is written again: an error then stops it at once.
   */
  void write(long offset, ByteBuffer data, int count) throws IOException {
    ByteBuffer part = data.slice();
    try {
      int written = 0;
      while (written < count) {
        check(
            mpi.MPI_File_write_at(
                handle[0],
                offset + written,
                address(part) + written,
                count - written,
                MpiLibrary.typeByte(),
                address(status)),
            "MPI_File_write_at");
        int more = transferred("MPI_File_write_at");
        if (more <= 0) {
          throw notWritten("MPI_File_write_at", written, count);
        }
        written += more;
      }
    } finally {
      Reference.reachabilityFence(part);
    }
  }

  /** Reads contiguous bytes of the file; the view must show bytes. */
  int read(long offset, ByteBuffer into, int count) throws IOException {
    ByteBuffer part = into.slice();
    try {
      check(
          mpi.MPI_File_read_at(
              handle[0], offset, address(part), count, MpiLibrary.typeByte(), address(status)),
          "MPI_File_read_at");
    } finally {
      Reference.reachabilityFence(part);
    }
    return transferred("MPI_File_read_at");
  }

  private void requireWritten(int wanted, String call) throws IOException {
    if (wanted == 0) {
      // ROMIO leaves the status of such a call as it was.
      return;
    }
    int written = transferred(call);
    if (written != wanted) {
      throw notWritten(call, written, wanted);
    }
  }

  private BurstlogException notWritten(String call, int written, int wanted) {
    return new BurstlogException(
        call
            + " of "
            + path
            + " on "
            + where
            + " wrote "
            + written
            + " of "
            + wanted
            + " bytes, and MPI gave no reason but may have printed one; check the space left and the"
            + " state of the file system");
  }

  private int transferred(String call) throws IOException {
    int[] count = new int[1];
    check(
        mpi.MPI_Get_count(address(status), MpiLibrary.typeByte(), count),
        "MPI_Get_count after " + call);
    return count[0];
  }

  /** Returns the hints in use, as far as MPI tells. */
  MpiHints hints(Collection<String> keys) throws IOException {
    long[] info = new long[1];
    check(mpi.MPI_File_get_info(handle[0], info), "MPI_File_get_info");
    Map<String, String> known = new LinkedHashMap<>();
    try {
      for (String key : keys) {
        byte[] value = new byte[LibMpi.MPI_MAX_INFO_VAL + 1];
        int[] found = new int[1];
        check(
            mpi.MPI_Info_get(info[0], MpiLibrary.text(key), LibMpi.MPI_MAX_INFO_VAL, value, found),
            "MPI_Info_get of " + key);
        if (found[0] != 0) {
          known.put(key, MpiLibrary.text(value));
        }
      }
    } finally {
      mpi.MPI_Info_free(info);
    }
    return MpiHints.of(known);
  }

  long size() throws IOException {
    long[] size = new long[1];
    check(mpi.MPI_File_get_size(handle[0], size), "MPI_File_get_size");
    return size[0];
  }

  /** Collective. */
  void resize(long size) throws IOException {
    check(mpi.MPI_File_set_size(handle[0], size), "MPI_File_set_size");
  }

  /** Collective. */
  void sync() throws IOException {
    check(mpi.MPI_File_sync(handle[0]), "MPI_File_sync");
  }

  /** Collective. */
  void close() throws IOException {
    freeType();
    check(mpi.MPI_File_close(handle), "MPI_File_close");
  }

  private void check(int code, String call) throws BurstlogException {
    MpiErrors.check(code, call + " of " + path, where);
  }

  /** Whoever asks keeps the buffer reachable for as long as the address is used. */
  private static long address(ByteBuffer direct) {
    return MemoryIO.getInstance().getDirectBufferAddress(direct);
  }
}
