package org.burstlog.mpi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jnr.ffi.LibraryLoader;
import mpi.MPI;
import mpi.MPIException;
import org.jspecify.annotations.Nullable;

/**
 * Which of Open MPI's two implementations of MPI-IO is in use: ROMIO, whose collective writes
 * report errors, or OMPIO, its default, whose collective writes do not. Open MPI 6 has OMPIO alone.
 */
final class IoComponent {
  /** Open MPI's variable that chooses; {@code mpirun --mca io} sets it too. */
  static final String CHOICE = "OMPI_MCA_io";

  private static final System.Logger LOGGER = System.getLogger("org.burstlog.mpi");

  /** How OMPIO keeps file pointers that processes share, which nothing here uses. */
  private static final String POINTERS = "OMPI_MCA_sharedfp";

  private static final AtomicBoolean AVOIDED = new AtomicBoolean();
  private static final AtomicBoolean RECOMMENDED = new AtomicBoolean();
  private static final Pattern COMPONENT = Pattern.compile("mca_io_(romio|ompio)[0-9]*\\.so");
  private static final Pattern ROMIO = Pattern.compile("mca_io_(romio[0-9]*)\\.so");
  private static final Pattern CHOSEN = Pattern.compile("(?m)^\\s*io\\s*=");

  /**
   * Looked up once, as components stay loaded, and a Java process has maps of thousands of lines.
   * Not by the initialisation of a class, which would never be tried again if it failed.
   */
  private static volatile @Nullable Boolean romioAlone;

  private IoComponent() {}

  /**
   * Makes the MPI that starts next in this process use ROMIO, unless the user has chosen already or
   * there is none.
   */
  static void preferRomio() {
    LibMpi.Environment environment = environment();
    if (!chosen(environment)) {
      installedRomio()
          .ifPresent(name -> environment.setenv(MpiLibrary.text(CHOICE), MpiLibrary.text(name), 0));
    }
  }

  /**
   * Keeps OMPIO from files of its own beside the target, unless the user has chosen. It locks one
   * of a name that all processes would use, as each opens the target for itself, and where that one
   * is deleted under a process that waits for its lock, it waits for ever. Before the first file is
   * opened: OMPIO reads the variable then.
   */
  static void avoidLockFiles() {
    if (!AVOIDED.getAndSet(true)) {
      environment().setenv(MpiLibrary.text(POINTERS), MpiLibrary.text("^lockedfile"), 0);
    }
  }

  /**
   * Says how to get ROMIO where a file was opened without it, nobody has chosen and there is one:
   * the program has started MPI itself. Once in a process, and only in the first of the job.
   */
  static void recommendRomio() {
    if (!firstOfTheJob() || isRomio() || RECOMMENDED.getAndSet(true)) {
      return;
    }
    if (!chosen(environment())) {
      installedRomio().ifPresent(IoComponent::recommend);
    }
  }

  private static boolean firstOfTheJob() {
    try {
      return MPI.COMM_WORLD.getRank() == 0;
    } catch (MPIException e) {
      // Advice is not worth an error.
      return false;
    }
  }

  private static void recommend(String name) {
    LOGGER.log(
        System.Logger.Level.INFO,
        "MPI was started without a choice of its MPI-IO, so files are written through OMPIO on most"
            + " file systems; Burstlog prefers ROMIO, which is installed: to use it, set "
            + CHOICE
            + "="
            + name
            + " in the environment of the job");
  }

  /** System.getenv is a copy made when the JVM started; MPI reads the environment of C. */
  private static LibMpi.Environment environment() {
    return LibraryLoader.create(LibMpi.Environment.class).failImmediately().load("c");
  }

  private static boolean chosen(LibMpi.Environment environment) {
    return environment.getenv(MpiLibrary.text(CHOICE)) != 0
        || parameterFiles().anyMatch(IoComponent::choosesIn);
  }

  /**
   * Where Open MPI may read parameters from: the user's file and the one of the installation, which
   * is where its environment says, beside its library, or where distributions put it.
   */
  private static Stream<Path> parameterFiles() {
    Path own = Path.of(System.getProperty("user.home", "/"), ".openmpi", "mca-params.conf");
    String configured = System.getenv("OPAL_SYSCONFDIR");
    String prefix = System.getenv("OPAL_PREFIX");
    Stream<Path> directories;
    if (configured != null) {
      directories = Stream.of(Path.of(configured));
    } else if (prefix != null) {
      directories = Stream.of(Path.of(prefix, "etc"));
    } else {
      directories =
          Stream.of(
              MpiLibrary.path().resolveSibling("../etc").normalize(),
              Path.of("/etc/openmpi"),
              Path.of("/etc"));
    }
    return Stream.concat(
        Stream.of(own), directories.map(place -> place.resolve("openmpi-mca-params.conf")));
  }

  private static boolean choosesIn(Path file) {
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
      // Then Open MPI's own choice stands.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * Tells whether files are certainly ROMIO's. To be asked when a file has been opened, for that is
   * when the components are loaded; when both are, the other one is likelier, and what is done for
   * it is right with either.
   */
  static boolean isRomio() {
    Boolean known = romioAlone;
    if (known == null) {
      List<String> components = MpiLibrary.mapped(COMPONENT).toList();
      known = !components.isEmpty() && components.stream().allMatch(c -> c.contains("romio"));
      if (!components.isEmpty()) {
        romioAlone = known;
      }
    }
    return known;
  }
}
