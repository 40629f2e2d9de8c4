package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is created where the process may open so many more files and no more. */
class TooManyFilesTest {
  @TempDir Path directory;

  @Test
  void isToldWithItsCodeAndRemedyWhereverItIsMetAndNothingIsLeft() throws Exception {
    List<String> command =
        List.of(
            "sh",
            "-c",
            "ulimit -n 200 && exec \"$@\"",
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName(),
            directory.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    List<String> lines = Files.readAllLines(directory.resolve("said"));
    assertThat(lines).contains("made").anyMatch(line -> line.startsWith("NC_ENFILE"));
    assertThat(lines).allMatch(line -> line.equals("made") || line.startsWith("NC_ENFILE"));
    assertThat(lines).allMatch(line -> line.equals("made") || line.contains("ulimit -n"));
    assertThat(lines).noneMatch(line -> line.contains("left:"));
  }

  /** Creates a file with fewer and fewer descriptors left. */
  static final class Program {
    private static final int MOST = 24;

    private Program() {}

    /**
     * Runs it.
     *
     * @param arguments a directory
     */
    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      Path tier = Files.createDirectories(directory.resolve("tier"));
      NcOptions options =
          NcOptions.defaults()
              .settings(
                  Settings.builder()
                      .set(Settings.SWITCH, "on")
                      .set(Settings.TIER, tier.toString())
                      .set(Settings.SPARE, "0")
                      .build());
      // Later no class file can be opened either.
      load(NcFile.class, BurstBuffer.class);
      create(directory.resolve("first.nc"), options);
      List<String> said = new ArrayList<>();
      for (int left = MOST; left >= 0; left--) {
        Deque<Closeable> open = fill(directory);
        for (int i = 0; i < left; i++) {
          open.remove().close();
        }
        String told = create(directory.resolve("out" + left + ".nc"), options);
        while (!open.isEmpty()) {
          open.remove().close();
        }
        try (Stream<Path> sessions = Files.list(new LocalStorage().own(tier))) {
          said.add(told + sessions.map(path -> " left: " + path).reduce("", String::concat));
        }
      }
      Files.write(directory.resolve("said"), said);
    }

    private static String create(Path path, NcOptions options) throws IOException {
      try (NcFile file = NcFile.create(path, options)) {
        file.endDefine();
        return "made";
      } catch (NcException e) {
        return e.error() + " " + e.getMessage();
      }
    }

    /** Opens files until no more can be. */
    private static Deque<Closeable> fill(Path directory) throws IOException {
      Path file = Files.writeString(directory.resolve("any"), "");
      Deque<Closeable> open = new ArrayDeque<>();
      while (true) {
        try {
          InputStream one = Files.newInputStream(file);
          open.add(one);
        } catch (FileSystemException e) {
          return open;
        }
      }
    }

    private static void load(Class<?>... samples) throws Exception {
      for (Class<?> sample : samples) {
        Path classes = Path.of(sample.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (!Files.isDirectory(classes)) {
          continue;
        }
        try (Stream<Path> files = Files.walk(classes)) {
          for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
            String name = classes.relativize(file).toString().replace('/', '.');
            if (!name.equals("module-info.class") && !name.startsWith("org.burstlog.cli")) {
              String type = name.substring(0, name.length() - ".class".length());
              Class.forName(type, false, sample.getClassLoader());
            }
          }
        }
      }
    }
  }
}
