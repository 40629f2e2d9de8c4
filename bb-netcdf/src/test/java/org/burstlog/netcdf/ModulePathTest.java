package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.burstlog.buffer.BurstBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module itself, with the burst buffer on, in a JVM of its own. */
class ModulePathTest {
  private static final String DESCRIPTOR =
      """
      module program {
        requires org.burstlog.netcdf;
      }
      """;

  private static final String PROGRAM =
      """
      package program;

      import java.io.IOException;
      import java.nio.file.Path;
      import java.util.Arrays;
      import org.burstlog.array.Region;
      import org.burstlog.netcdf.NcDimension;
      import org.burstlog.netcdf.NcFile;
      import org.burstlog.netcdf.NcVariable;
      import org.burstlog.netcdf.header.NcType;

      public final class Program {
        public static void main(String[] arguments) throws IOException {
          try (NcFile file = NcFile.create(Path.of(arguments[0]))) {
            NcDimension row = file.defineDimension("row", 100);
            NcDimension column = file.defineDimension("column", 1000);
            NcVariable table = file.defineVariable("table", NcType.DOUBLE, row, column);
            file.endDefine();
            double[] values = new double[1000];
            for (int i = 0; i < 100; i++) {
              Arrays.fill(values, i);
              table.put(Region.of(new long[] {i, 0}, new long[] {1, 1000}), values);
            }
            file.flush();
            table.put(Region.of(new long[] {0, 0}, new long[] {1, 1000}), values);
            System.out.println(file.statistics().isPresent() ? "buffered" : "direct");
          }
        }
      }
      """;

  @TempDir Path directory;

  @BeforeEach
  void aTierAndACompiledProgram() throws IOException {
    Files.createDirectory(directory.resolve("tier"));
    List<Path> sources =
        List.of(
            Files.writeString(directory.resolve("module-info.java"), DESCRIPTOR),
            Files.writeString(directory.resolve("Program.java"), PROGRAM));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        List.of("--release", "17", "-Xlint:all", "-p", path(modules()), "-d", path(classes()));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
    assertThat(said.toString()).isEmpty();
  }

  private List<Path> classes() {
    return List.of(directory.resolve("classes"));
  }

  /** Where the modules are that the program needs: nothing but these two. */
  private static List<Path> modules() {
    return Stream.of(BurstBuffer.class, NcFile.class).map(ModulePathTest::place).toList();
  }

  private static Path place(Class<?> type) {
    return Path.of(
        java.net.URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static String path(List<Path> places) {
    return String.join(":", places.stream().map(Path::toString).toList());
  }

  private String everything() {
    List<Path> all = new ArrayList<>(modules());
    all.addAll(classes());
    return path(all);
  }

  private List<String> onTheModulePath() {
    return List.of("-p", everything(), "-m", "program/program.Program");
  }

  private List<String> onTheClassPath() {
    return List.of("-cp", everything(), "program.Program");
  }

  /** Runs the program and returns all that its JVM printed. */
  private String run(Path java, String file, String durability, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(options);
    command.add(directory.resolve(file).toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "BURSTLOG",
                "on",
                "BURSTLOG_TIER",
                directory.resolve("tier").toString(),
                "BURSTLOG_LOG_DURABILITY",
                durability));
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  private void wroteAll(String file) throws IOException {
    double[] expected = new double[100_000];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = i < 1000 ? 99 : i / 1000;
    }
    NcOptions options = NcOptions.defaults().readOnly();
    try (NcFile written = NcFile.open(directory.resolve(file), options)) {
      assertThat(written.variable("table").getDoubles()).isEqualTo(expected);
    }
  }

  private static Path ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  @Test
  void isCompiledAndRunOnTheModulePath() throws Exception {
    String printed = run(ownJava(), "own.nc", "power", onTheModulePath());
    assertThat(printed).isEqualTo("buffered\n");
    wroteAll("own.nc");
  }

  /** Where the JDK says what it will take away, and who uses it. */
  @Nested
  class OnAJdkThatWarns {
    private static final int WARNS = 24;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    private static final Path PLACE = Path.of("/usr/lib/jvm");

    private Path java() throws IOException {
      if (Runtime.version().feature() >= WARNS) {
        return ownJava();
      }
      Optional<Path> found = Optional.empty();
      if (Files.isDirectory(PLACE)) {
        try (Stream<Path> homes = Files.list(PLACE)) {
          found = homes.sorted().filter(home -> version(home) >= WARNS).findFirst();
        }
      }
      assumeTrue(found.isPresent(), "there is no JDK " + WARNS + " or newer in " + PLACE);
      return found.orElseThrow().resolve("bin/java");
    }

    private static int version(Path home) {
      Path release = home.resolve("release");
      if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
        return 0;
      }
      try {
        Matcher version = VERSION.matcher(Files.readString(release));
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Test
    void nothingIsPrintedOnTheModulePath() throws Exception {
      assertThat(run(java(), "newer.nc", "process", onTheModulePath())).isEqualTo("buffered\n");
      wroteAll("newer.nc");
    }

    @Test
    void nothingIsPrintedOnTheClassPath() throws Exception {
      assertThat(run(java(), "newer.nc", "power", onTheClassPath())).isEqualTo("buffered\n");
      wroteAll("newer.nc");
    }
  }
}
