package org.burstlog.mpi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jnr.ffi.LibraryLoader;

/**
 * Which of Open MPI's two implementations of MPI-IO is in use: ROMIO, which reports write errors,
 * or OMPIO, its default, which has been seen to lose data on a full file system and report success.
 */
final class IoComponent {
  /** Open MPI's variable that chooses; {@code mpirun --mca io} sets it too. */
  static final String CHOICE = "OMPI_MCA_io";

  private static final Pattern COMPONENT = Pattern.compile("mca_io_(romio|ompio)[0-9]*\\.so");
  private static final Pattern ROMIO = Pattern.compile("mca_io_(romio[0-9]*)\\.so");
  private static final Pattern CHOSEN = Pattern.compile("(?m)^\\s*io\\s*=");

  private IoComponent() {}

  /**
   * Makes the MPI that starts next in this process use ROMIO, unless the user has chosen already or
   * there is none.
   */
  static void preferRomio() {
    LibMpi.Environment environment =
        LibraryLoader.create(LibMpi.Environment.class).failImmediately().load("c");
    byte[] choice = MpiLibrary.text(CHOICE);
    if (environment.getenv(choice) != 0 || chosenInParameterFile()) {
      return;
    }
    // System.getenv is a copy made when the JVM started; MPI reads the environment of C.
    installedRomio().ifPresent(name -> environment.setenv(choice, MpiLibrary.text(name), 0));
  }

  private static boolean chosenInParameterFile() {
    Path file = Path.of(System.getProperty("user.home", "/"), ".openmpi", "mca-params.conf");
    try {
      return Files.isReadable(file)
          && CHOSEN.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).find();
    } catch (IOException e) {
      // Open MPI could not read it either.
      return false;
    }
  }

  /** The component's name carries its version, which differs between versions of Open MPI. */
  private static Optional<String> installedRomio() {
    Path directory = MpiLibrary.path().getParent();
    if (directory == null) {
      return Optional.empty();
    }
    try (Stream<Path> beside = Files.list(directory)) {
      for (Path place :
          beside.filter(p -> p.getFileName().toString().startsWith("openmpi")).toList()) {
        try (Stream<Path> components = Files.walk(place, 4)) {
          Optional<String> found =
              components
                  .map(p -> ROMIO.matcher(p.getFileName().toString()))
                  .filter(m -> m.matches())
                  .map(m -> m.group(1))
                  .findFirst();
          if (found.isPresent()) {
            return found;
          }
        }
      }
    } catch (IOException e) {
      // Then Open MPI's own choice stands, and the target says that it must be proven.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * Tells whether files are certainly ROMIO's. To be asked when a file has been opened, for that is
   * when the components are loaded; when both are, the other one is likelier.
   */
  static boolean isRomio() {
    return Loaded.ROMIO_ALONE;
  }

  /**
   * Looked up once, as components stay loaded, and a Java process has maps of thousands of lines.
   */
  private static final class Loaded {
    static final boolean ROMIO_ALONE = romioAlone();

    private static boolean romioAlone() {
      List<String> components = MpiLibrary.mapped(COMPONENT).toList();
      return !components.isEmpty() && components.stream().allMatch(c -> c.contains("romio"));
    }
  }
}
