package org.burstlog.recover.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.burstlog.buffer.BurstBuffer;

/**
 * Starts {@link AimedProgram}s as cheaply as a JVM allows: their classes come, parsed and verified,
 * from an archive that a first program has left, which never dies.
 */
final class ChildJvm {
  private static final int KILLED = 128 + 9;

  private final Path jar;
  private final Path archive;

  /**
   * Makes the archive.
   *
   * @param directory where it is put
   */
  ChildJvm(Path directory) throws Exception {
    jar = directory.resolve("program.jar");
    archive = directory.resolve("program.jsa");
    pack();
    Path first = Files.createDirectories(directory.resolve("first"));
    Files.createDirectory(AimedProgram.tier(first));
    run(
        "-XX:ArchiveClassesAtExit=" + archive,
        "everything",
        first.toString(),
        Line.Aim.NONE.toString(),
        "0");
  }

  /** Directories cannot be archived, so that all classes go into a jar. */
  private void pack() throws IOException, URISyntaxException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Class<?> type : List.of(BurstBuffer.class, AimedProgram.class)) {
        Path classes = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> all = Files.walk(classes)) {
          for (Path each : all.filter(path -> path.toString().endsWith(".class")).toList()) {
            if (!each.endsWith("package-info.class") && !each.endsWith("module-info.class")) {
              out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
              Files.copy(each, out);
            }
          }
        }
      }
    }
  }

  /**
   * Runs a program to its end.
   *
   * @return whether it was killed
   */
  boolean run(String verb, Path directory, Line.Aim aim, long seed) throws Exception {
    return run(
        "-XX:SharedArchiveFile=" + archive,
        verb,
        directory.toString(),
        aim.toString(),
        Long.toString(seed));
  }

  private boolean run(String archiving, String verb, String directory, String aim, String seed)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", archiving, "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx64m"));
    command.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
    command.addAll(List.of("-cp", jar.toString(), AimedProgram.class.getName()));
    command.addAll(List.of(verb, directory, aim, seed));
    Path said = Files.createTempFile(jar.getParent(), "said", ".txt");
    try {
      int status =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start()
              .waitFor();
      if (status != 0 && status != KILLED) {
        throw new AssertionError(command + " ended with " + status + "\n" + Files.readString(said));
      }
      return status == KILLED;
    } finally {
      Files.delete(said);
    }
  }
}
