package org.burstlog.mpi;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a few MiB, where this process may mount one. */
final class FullFileSystem implements AutoCloseable {
  private final Path directory;

  private FullFileSystem(Path directory) {
    this.directory = directory;
  }

  /** Mounts one, or skips the calling test. */
  static FullFileSystem mount() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("full");
    if (run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", directory.toString()) != 0) {
      Files.delete(directory);
      assumeTrue(false, "a small file system cannot be mounted here; that takes root");
    }
    return new FullFileSystem(directory);
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    try {
      run("umount", directory.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Files.delete(directory);
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }
}
