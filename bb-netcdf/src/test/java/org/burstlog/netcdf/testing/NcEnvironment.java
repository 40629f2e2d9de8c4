package org.burstlog.netcdf.testing;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.netcdf.NcOptions;

/**
 * Where a programme of tests runs: in which group, and with which options files are opened. The
 * contracts of files take it from an interface, so that one class a combination says all.
 */
public interface NcEnvironment {
  /**
   * Runs a program in every process of a group.
   *
   * @param program what each runs
   * @throws Exception what any of them threw
   */
  void run(RankProgram program) throws Exception;

  /**
   * Returns how files are created and opened, to be refined by tests.
   *
   * @param group the group
   * @return options with this group
   */
  default NcOptions options(ProcessGroup group) {
    return NcOptions.defaults().group(group);
  }

  /** What every process runs, with a file that all of them see. */
  @FunctionalInterface
  interface FileProgram {
    /**
     * Runs as one process.
     *
     * @param group the group
     * @param path a file that does not exist, in an empty directory
     * @param options how to create or open it
     * @throws Exception when the program ends before its time
     */
    void run(ProcessGroup group, Path path, NcOptions options) throws Exception;
  }

  /**
   * Runs a program in every process with a common directory, which is gone afterwards.
   *
   * @param program what each runs
   * @throws Exception what any of them threw
   */
  default void withFile(FileProgram program) throws Exception {
    run(
        group -> {
          String made = group.rank() == 0 ? Files.createTempDirectory("netcdf").toString() : "";
          byte[] name = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
          Path directory = Path.of(new String(name, StandardCharsets.UTF_8));
          program.run(group, directory.resolve("test.nc"), options(group));
          // Only when all is well: a process that failed does not wait for the others.
          group.barrier();
          if (group.rank() == 0) {
            try (Stream<Path> files = Files.walk(directory)) {
              for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
              }
            }
          }
        });
  }
}
