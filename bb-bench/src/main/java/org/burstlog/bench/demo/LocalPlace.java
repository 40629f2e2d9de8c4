package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * This machine, with files where the user wants them.
 *
 * @param tools the launcher
 * @param directory of the files
 * @param tier directory of the logs
 */
record LocalPlace(Tools tools, Path directory, Path tier) implements Place {
  static LocalPlace of(Tools tools, Path directory, Path tier) throws IOException {
    Files.createDirectories(directory);
    Files.createDirectories(tier);
    return new LocalPlace(tools, directory, tier);
  }

  @Override
  public Path target(String name) {
    return directory.resolve(name);
  }

  @Override
  public Path here(String name) {
    return target(name);
  }

  @Override
  public List<String> command(int ranks, List<String> program) {
    return tools.run(ranks, program);
  }

  @Override
  public void close() {}
}
