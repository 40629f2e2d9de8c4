package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.SettingsException;
import org.burstlog.buffer.Tiers;
import org.burstlog.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Where kernels run.
 *
 * @param options of {@code bb run} that bring them there, and choose the MPI-IO
 * @param kernelOptions of the kernels' main class
 * @param work a directory for itself, for what the verb and the first rank have to tell each other
 * @param tier where logs go
 * @param target where files go
 * @param environment where and when
 * @param model what is known of the target's servers, by name: the parameters of {@code
 *     native/pfs}; empty for a real file system
 */
record Place(
    List<String> options,
    List<String> kernelOptions,
    Path work,
    Path tier,
    Path target,
    Environment environment,
    Map<String, Double> model) {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** On this machine, or what the scheduler gave us of a cluster. */
  static Place here(Path home, Options given, Undo undo) throws IOException {
    Path tier = directory("--tier", given.tier == null ? defaultTier() : given.tier, undo);
    Path target =
        directory(
            "--target",
            given.target == null ? Path.of(System.getProperty("java.io.tmpdir")) : given.target,
            undo);
    return new Place(
        List.of("--io", given.io),
        List.of(),
        work(undo),
        tier,
        target,
        Environment.of(home, given.io, tier, target),
        Map.of());
  }

  static Path defaultTier() throws BurstlogException {
    try {
      return Tiers.choose(Settings.load(), System.getenv());
    } catch (SettingsException e) {
      if (Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)) {
        return MEMORY;
      }
      throw new BurstlogException(
          "there is no tier; name a directory on fast storage by --tier", e);
    }
  }

  private static Path work(Undo undo) throws IOException {
    Path work = Files.createTempDirectory("bb-bench-");
    undo.later(() -> remove(work));
    return work;
  }

  /** A new directory in the one that was named, so that nothing there is touched. */
  static Path directory(String option, Path parent, Undo undo) throws BurstlogException {
    Path directory;
    try {
      Files.createDirectories(parent);
      directory = Files.createTempDirectory(parent.toAbsolutePath(), "bb-bench-");
    } catch (IOException e) {
      throw refusal(option, parent, e);
    }
    undo.later(() -> remove(directory));
    return directory;
  }

  private static String reason(IOException e) {
    if (e instanceof FileAlreadyExistsException) {
      return "it is a file";
    }
    String name = e.getClass().getSimpleName().replaceAll("Exception$", "");
    String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(java.util.Locale.ROOT);
    return e instanceof java.nio.file.FileSystemException f && f.getReason() != null
        ? f.getReason()
        : words;
  }

  /**
   * Makes a directory that results are left in, before they take their time to be measured.
   *
   * @param option what it was named by
   * @param directory the directory, or null when none is wanted
   */
  static void prepare(String option, @Nullable Path directory) throws BurstlogException {
    if (directory == null) {
      return;
    }
    try {
      Files.createDirectories(directory);
      Files.delete(Files.createTempFile(directory, "bb-try-", ""));
    } catch (IOException e) {
      throw refusal(option, directory, e);
    }
  }

  private static BurstlogException refusal(String option, Path directory, IOException e) {
    return new BurstlogException(
        "cannot write in "
            + directory
            + " ("
            + reason(e)
            + "); name another directory by "
            + option,
        e);
  }

  /** Removes a directory and all in it; what somebody else has removed meanwhile is no error. */
  static void remove(@Nullable Path directory) throws IOException {
    if (directory == null || !Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(directory)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
