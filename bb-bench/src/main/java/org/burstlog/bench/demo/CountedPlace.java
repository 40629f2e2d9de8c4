package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * This machine, with a file system that counts what is asked of it and costs nothing beyond that.
 */
final class CountedPlace implements Place {
  private final Tools tools;
  private final EmulatedFiles files;
  private final Path mount;
  private final Path tier;

  private CountedPlace(Tools tools, EmulatedFiles files, Path mount, Path tier) {
    this.tools = tools;
    this.files = files;
    this.mount = mount;
    this.tier = tier;
  }

  static CountedPlace begin(Tools tools, Path mount, Path tier) throws IOException {
    EmulatedFiles files = EmulatedFiles.begin(tools, false);
    Files.createDirectories(mount);
    Files.createDirectories(tier);
    CountedPlace place = new CountedPlace(tools, files, mount, tier);
    try {
      Tools.must(tools.pfs(files.state(), "set", "cost=off"));
      Tools.must(tools.pfs(files.state(), "mount", mount.toString()));
      return place;
    } catch (IOException | RuntimeException e) {
      place.close();
      throw e;
    }
  }

  @Override
  public Path tier() {
    return tier;
  }

  @Override
  public Path target(String name) {
    return mount.resolve(name);
  }

  @Override
  public Path here(String name) {
    return files.here(name);
  }

  @Override
  public List<String> command(int ranks, List<String> program) {
    return tools.run(ranks, program);
  }

  @Override
  public void reset() throws IOException {
    files.reset();
  }

  @Override
  public OptionalLong requests() throws IOException {
    return files.requests();
  }

  @Override
  public void close() throws IOException {
    files.close();
    Files.deleteIfExists(mount);
  }
}
