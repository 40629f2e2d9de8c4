package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories of programs that are killed, with all that is in them. */
final class Trees {
  private Trees() {}

  /**
   * Makes one in memory where there is such a place: hundreds of syncs say nothing about a killed
   * process.
   */
  static Path make() throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "burstlog-crash")
        : Files.createTempDirectory("burstlog-crash");
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
