package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A small file system that a test may fill; where mounts are not permitted the test is skipped. */
public final class Mount implements Closeable {
  private final Path at;

  private Mount(Path at) {
    this.at = at;
  }

  /**
   * Memory of so many bytes.
   *
   * @param at where
   * @param bytes how many
   * @param more other options of the mount
   * @return what unmounts it
   * @throws IOException when it cannot be tried
   */
  public static Mount tmpfs(Path at, long bytes, String... more) throws IOException {
    Files.createDirectories(at);
    run(
        "mount",
        "-t",
        "tmpfs",
        "-o",
        String.join(",", options(bytes, more)),
        "none",
        at.toString());
    return new Mount(at);
  }

  private static List<String> options(long bytes, String... more) {
    List<String> options = new ArrayList<>(List.of("size=" + bytes));
    options.addAll(List.of(more));
    return options;
  }

  /** An ext4 in a file; blocks of it are allocated late, as on any disk. */
  static Mount ext4(Path at, Path image, long bytes) throws IOException {
    Files.createDirectories(at);
    Files.write(image, new byte[(int) bytes]);
    run("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-m", "0", image.toString());
    run("mount", "-o", "loop", image.toString(), at.toString());
    return new Mount(at);
  }

  /**
   * Returns where it is.
   *
   * @return its directory
   */
  public Path path() {
    return at;
  }

  private static void run(String... command) throws IOException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException missing) {
      Assumptions.abort("cannot mount: " + missing.getMessage());
      throw missing;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        Assumptions.abort("mounts are not permitted here: " + said.strip());
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    // What is spare stays mapped until this process ends.
    run("umount", "--lazy", at.toString());
  }
}
