package org.burstlog.mpi;

import com.kenai.jffi.Library;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jnr.ffi.LibraryLoader;
import mpi.MPI;
import mpi.MPIException;

/**
 * The MPI library that the Java bindings have loaded, and the addresses of its predefined objects.
 *
 * <p>It must be that very library: a second copy would know nothing of the first one's handles. So
 * it is looked up among the files mapped into this process and not by its name.
 */
final class MpiLibrary {
  private static final Pattern LIBRARY = Pattern.compile("/\\S*/libmpi\\.so[.0-9]*");

  private MpiLibrary() {}

  /** Everything that can be known once the library is loaded; the holder makes it lazy. */
  private static final class Loaded {
    static final Path PATH = find();
    static final LibMpi.Functions FUNCTIONS =
        LibraryLoader.create(LibMpi.Functions.class).failImmediately().load(PATH.toString());
    static final Library SYMBOLS =
        Library.getCachedInstance(PATH.toString(), Library.LAZY | Library.GLOBAL);
    static final long BYTE = symbol("ompi_mpi_byte");
    static final long INFO_NULL = symbol("ompi_mpi_info_null");
    static final long COMM_SELF = symbol("ompi_mpi_comm_self");
    static final long ERRORS_RETURN = symbol("ompi_mpi_errors_return");

    private static long symbol(String name) {
      long address = SYMBOLS.getSymbolAddress(name);
      if (address == 0) {
        throw new UnsatisfiedLinkError(
            PATH + " has no symbol " + name + "; the library must be Open MPI, 4 or newer");
      }
      return address;
    }

    private static Path find() {
      try {
        // Any call does: the bindings load the library when their class is initialised.
        MPI.isInitialized();
      } catch (MPIException e) {
        throw new IllegalStateException("the MPI library cannot say whether it is initialised", e);
      }
      return mapped(LIBRARY)
          .map(Path::of)
          .findFirst()
          .orElseThrow(
              () -> new UnsatisfiedLinkError("the Java bindings have loaded no libmpi.so"));
    }
  }

  /** Where the library's file is. */
  static Path path() {
    return Loaded.PATH;
  }

  static LibMpi.Functions functions() {
    return Loaded.FUNCTIONS;
  }

  static long typeByte() {
    return Loaded.BYTE;
  }

  static long infoNull() {
    return Loaded.INFO_NULL;
  }

  static long commSelf() {
    return Loaded.COMM_SELF;
  }

  static long errorsReturn() {
    return Loaded.ERRORS_RETURN;
  }

  /** The function of an attribute that a duplicate of its communicator does not get. */
  static long neverCopied() {
    return Loaded.symbol("OMPI_C_MPI_COMM_NULL_COPY_FN");
  }

  /** Returns the files mapped into this process whose path fits, each once. */
  static Stream<String> mapped(Pattern path) {
    try {
      List<String> lines =
          Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1);
      return lines.stream().map(path::matcher).filter(Matcher::find).map(Matcher::group).distinct();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A string as C has it, in the encoding of the system's file names. */
  static byte[] text(String text) {
    byte[] bytes = text.getBytes(Names.ENCODING);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** The string that C has left in a buffer. */
  static String text(byte[] buffer) {
    int length = 0;
    while (length < buffer.length && buffer[length] != 0) {
      length++;
    }
    return new String(buffer, 0, length, Names.ENCODING);
  }

  private static final class Names {
    static final Charset ENCODING =
        Charset.forName(System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name()));
  }
}
