package org.burstlog.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this process holds of the system.
 *
 * @param files open descriptors
 * @param mappings mappings of logs
 * @param threads threads, the virtual machine's own included
 */
public record Held(long files, long mappings, long threads) {
  /**
   * Counts.
   *
   * @return what it holds now
   * @throws IOException when the system does not tell
   */
  public static Held now() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"));
        Stream<Path> threads = Files.list(Path.of("/proc/self/task"));
        Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
      return new Held(
          files.count(),
          mappings.filter(line -> line.contains("burstlog-")).count(),
          threads.count());
    }
  }
}
