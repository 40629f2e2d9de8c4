package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Some nodes on one machine, each with a tier of its own, and a slow file system for all. */
final class EmulatedPlace implements Place {
  private static final int NODES = 4;

  /** A job that has lost a node waits for ever, and so would the demonstration. */
  private static final String SECONDS = "120";

  private final Tools tools;
  private final EmulatedFiles files;

  private EmulatedPlace(Tools tools, EmulatedFiles files) {
    this.tools = tools;
    this.files = files;
  }

  static EmulatedPlace begin(Tools tools) throws IOException {
    EmulatedFiles files = EmulatedFiles.begin(tools, true);
    EmulatedPlace place = new EmulatedPlace(tools, files);
    try {
      Tools.must(tools.cluster(files.state(), "up", String.valueOf(NODES)));
      Tools.must(tools.pfs(files.state(), "up"));
      return place;
    } catch (IOException | RuntimeException e) {
      place.close();
      throw e;
    }
  }

  @Override
  public Path tier() {
    return Path.of("/mnt/ssd");
  }

  @Override
  public Path target(String name) {
    return Path.of("/mnt/pfs").resolve(name);
  }

  @Override
  public Path here(String name) {
    return files.here(name);
  }

  @Override
  public List<String> command(int ranks, List<String> program) {
    return tools.run(ranks, program, "--cluster", files.state().toString(), "--timeout", SECONDS);
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
  }
}
