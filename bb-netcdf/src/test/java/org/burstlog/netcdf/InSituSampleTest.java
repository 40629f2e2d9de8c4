package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two programs of samples/in-situ, side by side in two virtual machines. */
class InSituSampleTest {
  private static final int STEPS = 40;
  private static final int PLACES = 1000;

  @TempDir Path directory;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void compile() throws IOException {
    String home = System.getProperty("bb.home");
    assumeTrue(home != null, "bb.home does not say where the samples are");
    Path sources = Path.of(home, "samples/in-situ/src/main/java/example");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                directory.resolve("classes").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                sources.resolve("Simulation.java").toString(),
                sources.resolve("Analysis.java").toString());
    assertThat(status).isZero();
    Files.createDirectory(directory.resolve("tier"));
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(String program, String mode, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp"));
    command.add(directory.resolve("classes") + ":" + System.getProperty("java.class.path"));
    command.add("example." + program);
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "BURSTLOG",
                "on",
                "BURSTLOG_TIER",
                directory.resolve("tier").toString(),
                "BURSTLOG_DRAIN_MODE",
                mode));
    Path said = directory.resolve(program);
    builder.redirectOutput(said.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  @ParameterizedTest
  @CsvSource({"foreground,true", "background,true", "background,false"})
  void eachStepIsAnalysedOnceAndInOrder(String mode, boolean analysisFirst) throws Exception {
    String file = directory.resolve("rod.nc").toString();
    Process analysis = analysisFirst ? start("Analysis", mode, file) : null;
    Process simulation = start("Simulation", mode, file, Integer.toString(STEPS));
    analysis = analysis == null ? start("Analysis", mode, file) : analysis;
    assertThat(simulation.waitFor()).isZero();
    assertThat(analysis.waitFor()).isZero();
    assertThat(Files.readAllLines(directory.resolve("Analysis")))
        .containsExactlyElementsOf(expected());
  }

  @Test
  void anAnalysisThatIsTooLateSeesAll() throws Exception {
    String file = directory.resolve("rod.nc").toString();
    assertThat(start("Simulation", "foreground", file, "3").waitFor()).isZero();
    assertThat(start("Analysis", "foreground", file).waitFor()).isZero();
    assertThat(Files.readAllLines(directory.resolve("Analysis")))
        .containsExactlyElementsOf(expected().subList(0, 3));
  }

  /** What the analysis says of the same computation. */
  private static List<String> expected() {
    List<String> lines = new ArrayList<>();
    double[] rod = new double[PLACES];
    Arrays.fill(rod, 0, PLACES / 2, 100);
    for (int step = 0; step < STEPS; step++) {
      long warm = Arrays.stream(rod).filter(t -> t > 1).count();
      double mean = Arrays.stream(rod).average().orElseThrow();
      lines.add("step " + step + ": " + warm + " places are warm, " + mean);
      double[] next = rod.clone();
      for (int i = 1; i < PLACES - 1; i++) {
        next[i] += 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
      }
      rod = next;
    }
    return lines;
  }
}
