package org.burstlog.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guide's job scripts, run as they stand with the guide's first program. Slurm's {@code srun}
 * is played by one that hands everything but its options to mpirun.
 */
@Tag("slow")
class JobScriptsTest {
  private static final String SRUN =
      """
      #!/bin/sh
      pmi=none
      while :; do
        case $1 in
          --mpi=pmix) pmi=pmix; shift ;;
          --*) shift ;;
          *) break ;;
        esac
      done
      # Open MPI's ranks do not find each other otherwise: each would be a job of its own.
      [ "$1 $pmi" != "java none" ] || { echo 'srun: java without --mpi=pmix' >&2; exit 64; }
      mpirun -n 2 --map-by :OVERSUBSCRIBE --bind-to none "$@"
      status=$?
      # What the model has left, before anything is recovered.
      seen=$(dirname "$0")/logs
      [ -e "$seen" ] || find "$(dirname "$0")/fast" -name '*.data' > "$seen"
      exit $status
      """;

  @TempDir Path directory;

  private record Ended(int code, String output) {}

  @BeforeEach
  void aProjectWithTheFirstProgram() throws IOException {
    MpiRun.assumeInstalled();
    Path lib = Files.createDirectories(directory.resolve("target/lib"));
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path file = Path.of(entry);
      if (entry.endsWith(".jar") && !Files.exists(lib.resolve(file.getFileName()))) {
        Files.copy(file, lib.resolve(file.getFileName()));
      }
    }
    try (Stream<Path> jars = Files.list(lib)) {
      assumeTrue(
          jars.filter(jar -> jar.getFileName().toString().startsWith("bb-")).count() >= 3,
          "the modules are not jars here, which '-cp target/lib/*' wants");
    }
    compile(source());
    Path srun = Files.writeString(directory.resolve("srun"), SRUN);
    Files.setPosixFilePermissions(srun, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(directory.resolve("fast"));
    Files.createDirectory(directory.resolve("scratch"));
  }

  private static String source() throws IOException {
    return Files.readString(
        Page.HOME.resolve("samples/first-program/src/main/java/example/FirstProgram.java"));
  }

  /** The program, but it dies when all ranks have put everything and none has closed. */
  private static String dyingSource() throws IOException {
    return endingSource("Runtime.getRuntime().halt(9);\n");
  }

  /** The same, and nobody notices: MPI ends as it should, and the status is 0. */
  private static String leavingSource() throws IOException {
    return endingSource(
        """
        try {
          mpi.MPI.Finalize();
        } catch (mpi.MPIException e) {
          throw new IOException(e);
        }
        Runtime.getRuntime().halt(0);
        """);
  }

  private static String endingSource(String end) throws IOException {
    String closing = "      }\n    }\n  }\n}\n";
    assertThat(source()).endsWith(closing);
    return source().substring(0, source().length() - closing.length())
        + "group.barrier();\n"
        + end
        + closing;
  }

  private void compile(String text) throws IOException {
    Path jar = directory.resolve("target/lib/first-program.jar");
    Path source = Files.writeString(directory.resolve("FirstProgram.java"), text);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int code =
        compiler.run(
            null,
            null,
            null,
            "-d",
            directory.toString(),
            "--release",
            "17",
            "-cp",
            System.getProperty("java.class.path"),
            "-proc:none",
            source.toString());
    assertThat(code).isZero();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("example/FirstProgram.class"));
      out.write(Files.readAllBytes(directory.resolve("example/FirstProgram.class")));
    }
  }

  /** The guide's blocks that begin and go on with some words. */
  private static List<String> blocks(String beginning, String words) throws IOException {
    Path guide = Page.HOME.resolve("docs/guide.md");
    return new Page(guide, Files.readAllLines(guide))
        .blocks().stream()
            .map(Page.Block::text)
            .filter(text -> text.startsWith(beginning) && text.contains(words))
            .toList();
  }

  /** The guide's script that contains some words. */
  private static String script(String words) throws IOException {
    List<String> found = blocks("#!/bin/bash", words);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** What the user types, with what this machine may lack played by nothing. */
  @Test
  void theFirstCommandLineRunsAsItStands() throws IOException, InterruptedException {
    String typed = blocks("mvn package", "mpirun").get(0);
    String script = "set -e\nmvn() { :; }\nncdump() { :; }\n" + typed;
    // As where nobody has set them.
    Map<String, String> unset =
        Map.of("OMPI_ALLOW_RUN_AS_ROOT", "", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "");
    Ended ended = run(script, unset);
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(records(directory.resolve("weather.nc"), 4)).isEqualTo(24);
  }

  private Ended run(String script, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("job.sh"), script);
    ProcessBuilder builder =
        new ProcessBuilder("bash", file.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.merge("PATH", directory.toString(), (old, own) -> own + ":" + old);
    environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    environment.putAll(variables);
    environment.values().removeIf(String::isEmpty);
    Process bash = builder.start();
    bash.getOutputStream().close();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(bash.waitFor(), output);
  }

  private Map<String, String> slurm() {
    return Map.of(
        "SLURM_SUBMIT_DIR",
        directory.toString(),
        "SLURM_JOB_ID",
        "7",
        "TMPDIR",
        directory.resolve("fast").toString());
  }

  /** How many logs there were on the tier when the model had ended. */
  private long logs() throws IOException {
    return Files.readAllLines(directory.resolve("logs")).size();
  }

  private static long records(Path file) throws IOException {
    return records(file, 2);
  }

  private static long records(Path file, int ranks) throws IOException {
    try (NcFile opened = NcFile.open(file, NcOptions.defaults().readOnly())) {
      assertThat(opened.dimension("place").length()).isEqualTo(100L * ranks);
      NcVariable temperature = opened.variable("temperature");
      for (int hour = 0; hour < opened.records(); hour++) {
        for (int rank = 0; rank < ranks; rank++) {
          assertThat(temperature.getDouble(hour, 100L * rank + 99))
              .isEqualTo(280 + hour + 0.01 * rank);
        }
      }
      return opened.records();
    }
  }

  private static Map<String, String> keepingLogs(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(variables);
    all.put("BURSTLOG_LOG_KEEP", "on");
    return all;
  }

  @Test
  void nodeLocalStorageIsUsed() throws IOException, InterruptedException {
    Ended ended = run(script("--nodes=4"), keepingLogs(slurm()));
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(records(directory.resolve("results/run-7.nc"))).isEqualTo(24);
    assertThat(logs()).as("logs of two ranks").isEqualTo(2);
    assertThat(ended.output())
        .as("the report that the script asks for")
        .contains("bytes drained")
        .as("logs that are kept are looked at")
        .contains("nothing pending in run-7.nc");
  }

  @Test
  void nothingIsRecoveredWhereNothingIsLeft() throws IOException, InterruptedException {
    Ended ended = run(script("--nodes=4"), slurm());
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("no sessions").doesNotContain("nothing pending");
    assertThat(records(directory.resolve("results/run-7.nc"))).isEqualTo(24);
  }

  @Test
  void theStatusOfAModelThatFailedIsKept() throws IOException, InterruptedException {
    // A directory is where the model would create its file; nothing is to be recovered.
    Files.createDirectories(directory.resolve("results/run-7.nc"));
    Ended ended = run(script("--nodes=4"), slurm());
    assertThat(ended.code()).isNotZero();
    assertThat(ended.output().toLowerCase(Locale.ROOT)).contains("results").contains("no sessions");
  }

  @Test
  void whatAModelHadPutWhenItDiedIsInTheFileAfterwards() throws IOException, InterruptedException {
    compile(dyingSource());
    Ended ended = run(script("--nodes=4"), slurm());
    assertThat(ended.code()).as(ended.output()).isEqualTo(9);
    assertThat(ended.output()).contains("recovered run-7.nc");
    assertThat(records(directory.resolve("results/run-7.nc"))).isEqualTo(24);
  }

  @Test
  void whatAModelLeftThatEndedWellIsInTheFileAfterwards() throws IOException, InterruptedException {
    compile(leavingSource());
    Ended ended = run(script("--nodes=4"), slurm());
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("orphaned").contains("recovered run-7.nc");
    assertThat(records(directory.resolve("results/run-7.nc"))).isEqualTo(24);
  }

  @Test
  void theModelThatDoesNotWaitRunsAsItStands() throws IOException, InterruptedException {
    List<String> shown = blocks("import java.io.IOException;", "Burstlog.awaitDrained");
    assertThat(shown).hasSize(1);
    assertThat(Snippets.errorsOf(shown.get(0), directory)).isEmpty();
    String program = "srun --mpi=pmix java -cp '.:target/lib/*' Model model.nc\n";
    Map<String, String> variables =
        Map.of(
            "BURSTLOG", "on",
            "BURSTLOG_TIER", directory.resolve("fast").toString(),
            "BURSTLOG_DRAIN_MODE", "background",
            "BURSTLOG_DRAIN_CLOSE", "background",
            "BURSTLOG_LOG_CAPACITY", "16MiB");
    Ended ended = run(program, variables);
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output())
        .contains("epoch 1 is in the file")
        .contains("drains go on in a thread")
        .contains("flushes waited");
    try (NcFile file =
        NcFile.open(directory.resolve("model.nc"), NcOptions.defaults().readOnly())) {
      NcVariable height = file.variable("height");
      assertThat(file.records()).isEqualTo(20);
      assertThat(height.getDouble(19, 2 * 65536 - 1)).isEqualTo(299);
    }
  }

  @Test
  void aSiteWithoutADirectoryForJobsIsToldWhatToSet() throws IOException, InterruptedException {
    Map<String, String> slurm = new HashMap<>(slurm());
    slurm.put("TMPDIR", "");
    Ended ended = run(script("--nodes=4"), slurm);
    assertThat(ended.code()).isNotZero();
    assertThat(ended.output()).contains("TMPDIR", "name a directory on the disks of the nodes");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Test
  void onDataWarpToo() throws IOException, InterruptedException {
    compile(dyingSource());
    Path scratch = directory.resolve("scratch");
    Ended ended = run(script("#DW jobdw"), dataWarp(scratch));
    assertThat(ended.code()).as(ended.output()).isEqualTo(9);
    assertThat(ended.output()).contains("recovered run.nc");
    assertThat(records(scratch.resolve("run.nc"))).isEqualTo(24);
  }

  private Map<String, String> dataWarp(Path scratch) {
    return Map.of(
        "DW_JOB_STRIPED", directory.resolve("fast").toString(), "SCRATCH", scratch.toString());
  }

  @Test
  void dataWarpIsFoundByItself() throws IOException, InterruptedException {
    Path scratch = directory.resolve("scratch");
    Ended ended = run(script("#DW jobdw"), keepingLogs(dataWarp(scratch)));
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(records(scratch.resolve("run.nc"))).isEqualTo(24);
    assertThat(logs()).as("one log for the node").isEqualTo(1);
  }
}
