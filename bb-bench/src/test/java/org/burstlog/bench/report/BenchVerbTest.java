package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.cli.Main;
import org.burstlog.cli.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verb as a user meets it; in place of the launcher there is a script that plays a job. */
class BenchVerbTest {
  @TempDir Path directory;
  private String out = "";
  private String err = "";

  /** Runs the verb in a process of its own, so that it can be interrupted. */
  private ProcessBuilder bench(String script, String... args) throws Exception {
    Path launcher = directory.resolve("launcher");
    Files.writeString(launcher, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Path temporary = Files.createDirectories(directory.resolve("temporary"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Dbb.launcher=" + launcher);
    command.add("-Dbb.home=" + directory);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("bench");
    command.addAll(List.of(args));
    command.addAll(List.of("--tier", directory.resolve("tier").toString()));
    command.addAll(List.of("--target", directory.resolve("target").toString()));
    return new ProcessBuilder(command)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile());
  }

  private int run(String script, String... args) throws Exception {
    Process process = bench(script, args).start();
    int code = process.waitFor();
    out = Files.readString(directory.resolve("out"));
    err = Files.readString(directory.resolve("err"));
    return code;
  }

  /** What a job does that writes these lines. */
  private String writes(String... lines) throws Exception {
    Path recorded = directory.resolve("recorded");
    Files.write(recorded, List.of(lines));
    return "for last; do :; done\ncat '" + recorded + "' >\"$last\"\n";
  }

  private void nothingIsLeft() throws Exception {
    for (String place : List.of("tier", "target", "temporary")) {
      try (Stream<Path> left = Files.list(directory.resolve(place))) {
        assertThat(left).as(place).isEmpty();
      }
    }
  }

  @Test
  void resultsAreShownStoredAndReported() throws Exception {
    String script =
        writes(
            Recorded.line("direct", 4, 0, 0.5, 0),
            Recorded.line("process", 4, 0, 0.05, 0.2),
            Recorded.line("direct", 4, 1, 0.4, 0),
            Recorded.line("process", 4, 1, 0.04, 0.1));
    Path json = directory.resolve("results.jsonl");
    int code =
        run(
            "echo \"$@\" >>'" + directory.resolve("words") + "'\n" + script,
            "ior",
            "--preset",
            "strided",
            "--strategies",
            "direct,process",
            "--warm-up",
            "0",
            "--repeat",
            "2",
            "--json",
            json.toString(),
            "--report",
            directory.resolve("report").toString());
    assertThat(code).as(err).isEqualTo(Verb.OK);
    assertThat(err).contains("[4/4] ior, 4 ranks, process: ");
    assertThat(out)
        .contains("ior strided, 4 ranks (transfer 64KiB)")
        .containsPattern("process +405 +322 ")
        .contains("report: " + directory.resolve("report/index.html"));
    assertThat(Result.read(json))
        .hasSize(4)
        .allSatisfy(r -> assertThat(r.environment()).isNotNull());
    assertThat(Files.readString(directory.resolve("words")))
        .contains("run -n 4 ")
        .contains(" ior --strategies direct,process --target " + directory.resolve("target/bb-"))
        .contains(" --repeat 2 --preset strided ");
    nothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(strings = {"romio", "ompio"})
  void theMpiIoIsHandedToTheJobAndRecorded(String io) throws Exception {
    Path words = directory.resolve("words");
    Path json = directory.resolve("results.jsonl");
    Path report = directory.resolve("report");
    String script =
        "echo \"$@\" >>'" + words + "'\n" + writes(Recorded.line("direct", 4, 0, 0.5, 0));
    List<String> args = new ArrayList<>(List.of("ior", "--warm-up", "0", "--repeat", "1"));
    if (!io.equals("romio")) {
      args.addAll(List.of("--io", io));
    }
    args.addAll(List.of("--json", json.toString(), "--report", report.toString()));
    assertThat(run(script, args.toArray(String[]::new))).as(err).isEqualTo(Verb.OK);
    assertThat(Files.readString(words)).startsWith("run -n 4 --io " + io + " ");
    assertThat(Result.read(json))
        .extracting(Result::environment)
        .allSatisfy(e -> assertThat(Objects.requireNonNull(e).io()).isEqualTo(io));
    assertThat(Files.readString(report.resolve("index.html"))).contains(" --io " + io);
  }

  @Test
  void whatWarmsUpIsStoredAndNotCounted() throws Exception {
    Path json = directory.resolve("results.jsonl");
    String script =
        writes(Recorded.line("direct", 4, 0, 0.01, 0), Recorded.line("direct", 4, 1, 0.6, 0.03));
    assertThat(run(script, "ior", "--warm-up", "1", "--repeat", "1", "--json", json.toString()))
        .isEqualTo(Verb.OK);
    assertThat(out).containsPattern("direct +100 +107 +yes");
    assertThat(Result.read(json)).hasSize(2);
  }

  @Test
  void aShareIsOfTheHighestLimitMeasuredAndNeverMoreThanAllOfIt() throws Exception {
    String slow =
        Recorded.line("direct", 4, 0, 0.5, 0).replace("\"target\":1000.0", "\"target\":20.0");
    String fast =
        Recorded.line("direct", 4, 1, 0.6, 0).replace("\"target\":1000.0", "\"target\":500.0");
    assertThat(run(writes(slow, fast), "ior", "--warm-up", "0", "--repeat", "2"))
        .isEqualTo(Verb.OK);
    assertThat(out).containsPattern("direct +125 +115 +25 % ");
    assertThat(run(writes(slow, slow), "ior", "--warm-up", "0", "--repeat", "2"))
        .isEqualTo(Verb.OK);
    assertThat(out).containsPattern("direct +125 +125 +- ");
  }

  @Test
  void oneRunOfEachIsNotComparedWithAnything() throws Exception {
    String[] lines = {
      Recorded.line("direct", 4, 3, 0.5, 0), Recorded.line("process", 4, 3, 0.05, 0.2)
    };
    assertThat(run(writes(lines), "ior", "--quick")).isEqualTo(Verb.OK);
    assertThat(out)
        .containsPattern("strategy +MiB/s +in puts MiB/s +verified")
        .containsPattern("direct +125 +128 +yes")
        .contains("one run of each shows whether elements are right", "--repeat")
        .doesNotContain("limit", "median", "%");
    assertThat(run(writes(lines[0], lines[0]), "ior", "--repeat", "2")).isEqualTo(Verb.OK);
    assertThat(out).contains("of target's limit", "median").doesNotContain("one run of each");
  }

  @Test
  void aSeriesIsAJobForEachOfItsValues() throws Exception {
    Path words = directory.resolve("words");
    int code =
        run(
            "echo \"$@\" >>'" + words + "'\n" + writes(Recorded.line("direct", 2, 0, 1, 0)),
            "ior",
            "--np",
            "1,2",
            "--vary",
            "transfer=4KiB,64KiB",
            "--quick");
    assertThat(code).as(err).isEqualTo(Verb.OK);
    assertThat(Files.readAllLines(words)).hasSize(4).allMatch(w -> w.contains("--repeat 4 "));
    assertThat(Files.readAllLines(words).get(3)).contains("-n 2 ").contains("transfer=64KiB");
  }

  @Test
  void aWrongElementIsTheExitCode() throws Exception {
    String line = Recorded.line("direct", 4, 0, 1, 0).replace("ied\":true", "ied\":false");
    int code = run(writes(line) + "echo 'element 7 is wrong'; exit 1", "ior", "--warm-up", "0");
    assertThat(code).isEqualTo(Verb.WRONG);
    assertThat(err).contains("NOT VERIFIED").contains("element 7 is wrong");
    assertThat(out).containsPattern("direct .* NO");
    nothingIsLeft();
  }

  @Test
  void whyAJobWasRefusedIsOneSentence() throws Exception {
    int code = run("printf '%s\\n' -- 'KernelRun: the moon is full' 'mpirun: lost'; exit 2", "ior");
    assertThat(code).isEqualTo(Verb.REFUSED);
    assertThat(err.lines()).containsExactly("bb bench: the moon is full");
    nothingIsLeft();
  }

  @Test
  void anInterruptionEndsTheJobAndLeavesNothing() throws Exception {
    Path running = directory.resolve("running");
    String job = "echo $$ >'" + running + "'.new; mv '" + running + "'.new '" + running + "'\n";
    Process process = bench(job + "exec sleep 1000", "ior").start();
    while (!Files.exists(running) && !process.waitFor(20, TimeUnit.MILLISECONDS)) {
      // Until the job runs, or the verb has ended without one, which the next line finds.
    }
    ProcessHandle sleeping =
        ProcessHandle.of(Long.parseLong(Files.readString(running).strip())).orElseThrow();
    process.destroy();
    process.waitFor();
    assertThat(sleeping.isAlive()).isFalse();
    assertThat(Files.readString(directory.resolve("err")).lines())
        .allMatch(line -> line.equals("bb bench: interrupted"));
    nothingIsLeft();
  }

  /** Scripts in place of those that start nodes and a file system; they write down their words. */
  private Path playPfs(String cluster) throws Exception {
    Path words = directory.resolve("words");
    for (String name : List.of("cluster", "pfs")) {
      Path script = directory.resolve("native/" + name + "/" + name);
      Files.createDirectories(script.getParent());
      Files.writeString(
          script,
          "#!/bin/sh\necho "
              + name
              + " \"$@\" | sed 's/--state [^ ]* //; s/ --keep [^ ]*//' >>'"
              + words
              + "'\n"
              + (name.equals("cluster") ? cluster : ""));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
    return words;
  }

  private int runOnPfs(String script, String pfs) throws Exception {
    ProcessBuilder builder = bench(script, "ior", "--quick", "--pfs", pfs);
    // The target is the file system that is started.
    builder.command().removeAll(List.of("--target", directory.resolve("target").toString()));
    int code = builder.start().waitFor();
    out = Files.readString(directory.resolve("out"));
    err = Files.readString(directory.resolve("err"));
    return code;
  }

  @Test
  void theEmulatedFileSystemIsStartedAndTakenDown() throws Exception {
    Path words = playPfs("");
    String script = "echo job \"$@\" >>'" + words + "'\n";
    int code =
        runOnPfs(
            script + writes(Recorded.line("direct", 4, 0, 1, 0)), "emulated:nodes=2,revoke_us=500");
    assertThat(code).as(err).isEqualTo(Verb.OK);
    List<String> said = Files.readAllLines(words);
    assertThat(said).hasSize(9);
    assertThat(said.get(6)).contains("--cluster ", " --io romio ").contains(" --target /mnt/pfs ");
    assertThat(said.get(6))
        .contains(" --tier " + directory.resolve("tier"))
        .contains(" --counters ");
    said = new ArrayList<>(said);
    said.remove(6);
    assertThat(said)
        .containsExactly(
            "cluster check mpi",
            "pfs check",
            "cluster up 2",
            "pfs up",
            "pfs set revoke_us=500",
            "pfs parameters",
            "pfs down --data",
            "cluster down");
  }

  @Test
  void whatIsMissingForTheEmulatedFileSystemIsSaid() throws Exception {
    Path words = playPfs("echo 'cluster: only root can make nodes' >&2; exit 2\n");
    assertThat(runOnPfs("exit 1", "emulated")).isEqualTo(Verb.REFUSED);
    assertThat(err.lines()).containsExactly("bb bench: only root can make nodes");
    assertThat(Files.readAllLines(words)).containsExactly("cluster check mpi");
  }

  @Test
  void aFailureOnTheWayUpTakesDownWhatWasStarted() throws Exception {
    Path words = playPfs("case $3 in up) echo 'cluster: no more memory' >&2; exit 1 ;; esac\n");
    assertThat(runOnPfs("exit 1", "emulated")).isEqualTo(Verb.REFUSED);
    assertThat(err.lines()).containsExactly("bb bench: no more memory");
    assertThat(Files.readAllLines(words))
        .containsExactly("cluster check mpi", "pfs check", "cluster up 4", "cluster down");
  }

  @Test
  void anInterruptionTakesTheFileSystemDown() throws Exception {
    Path words = playPfs("");
    Path running = directory.resolve("running");
    ProcessBuilder builder =
        bench("touch '" + running + "'\nexec sleep 1000", "ior", "--pfs", "emulated");
    builder.command().removeAll(List.of("--target", directory.resolve("target").toString()));
    Process process = builder.start();
    while (!Files.exists(running) && !process.waitFor(20, TimeUnit.MILLISECONDS)) {
      // Until the job runs, or the verb has ended without one, which is then seen by its words.
    }
    process.destroy();
    process.waitFor();
    assertThat(Files.readAllLines(words))
        .containsSubsequence("cluster up 4", "pfs up", "pfs down --data", "cluster down");
  }

  @Test
  void theTargetAndTheEmulatedFileSystemExcludeEachOther() throws Exception {
    Path words = playPfs("");
    assertThat(run("exit 1", "ior", "--pfs", "emulated")).isEqualTo(Verb.REFUSED);
    assertThat(err).contains("--target and --pfs exclude each other");
    assertThat(words).doesNotExist();
  }

  private int refused(String... args) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    int code =
        Main.run(
            new PrintStream(said, true, StandardCharsets.UTF_8),
            new PrintStream(complained, true, StandardCharsets.UTF_8),
            args);
    out = said.toString(StandardCharsets.UTF_8);
    err = complained.toString(StandardCharsets.UTF_8);
    return code;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench | which kernel? 'bb bench --help' lists them",
        "bench iorr | there is no kernel 'iorr'; the nearest is 'ior'",
        "bench ior --strategies dirct | there is no strategy 'dirct'; the nearest is 'direct'",
        "bench ior --np 0 | --np takes numbers of at least 1, and not 0",
        "bench ior --np x | Invalid value for option '--np'",
        "bench ior --io romioo | --io takes romio or ompio, and not 'romioo'",
        "bench ior --repeat 0 | --repeat takes a number of at least 1, and not 0",
        "bench ior --warm-up -1 | --warm-up takes a number of at least 0, and not -1",
        "bench ior --preset huge | ior has no preset 'huge'",
        "bench ior --set speed=1 | ior has no parameter 'speed'",
        "bench ior --set segments=many | parameter 'segments' of ior is",
        "bench ior --vary transfer | --vary takes KEY=VALUE,VALUE,..., and not 'transfer'",
        "bench all --preset strided | a preset belongs to one kernel; name that instead of 'all'",
        "bench all --set speed=1 | no kernel has a parameter 'speed'",
        "bench ior --fast | Unknown option: '--fast'",
        "bench peer nothing | there is no case 'nothing'; the nearest is",
        "bench peer --rounds 0 | --np and --rounds take numbers of at least 1",
        "bench micro --iterations 0 | --iterations takes a number of at least 1, and not 0",
        "bench micro --tier /dev/null/x | cannot write in /dev/null/x (Not a directory); name another",
      })
  void mistakesAreOneSentence(String args, String sentence) {
    assertThat(refused(args.split(" "))).isEqualTo(Verb.REFUSED);
    assertThat(err).contains(sentence);
    assertThat(err.lines()).hasSize(1).allMatch(l -> l.startsWith("bb bench"));
    assertThat(out).isEmpty();
  }

  @Test
  void aTargetThatCannotBeWrittenIsNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Process process =
        bench("exit 1", "ior", "--json", directory.resolve("json").toString()).start();
    assertThat(process.waitFor()).isEqualTo(Verb.WRONG);
    Files.delete(directory.resolve("target"));
    Files.createSymbolicLink(directory.resolve("target"), file);
    assertThat(run("exit 1", "ior")).isEqualTo(Verb.REFUSED);
    assertThat(err.lines())
        .containsExactly(
            "bb bench: cannot write in "
                + directory.resolve("target")
                + " (it is a file); name another directory by --target");
  }

  @Test
  void aReportThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Path started = directory.resolve("started");
    int code = run("touch '" + started + "'", "ior", "--report", file.toString());
    assertThat(code).isEqualTo(Verb.REFUSED);
    assertThat(err.lines())
        .containsExactly(
            "bb bench: cannot write in "
                + file
                + " (it is a file); name another directory by --report");
    assertThat(started).doesNotExist();
  }

  @Test
  void aKernelThatComparesIsRunByTheStrategiesThatItNames() throws Exception {
    Path words = directory.resolve("words");
    String script = "echo \"$@\" >>'" + words + "'\n";
    assertThat(run(script + writes(Recorded.line("direct", 4, 0, 1, 0)), "model"))
        .isEqualTo(Verb.OK);
    assertThat(Files.readString(words))
        .contains(" model --strategies none,direct,process,node,background ");
  }

  @Test
  void whatVariesIsNothingToKernelsThatDoNotHaveIt() throws Exception {
    Path words = directory.resolve("words");
    String line = Recorded.line("direct", 2, 0, 1, 0);
    int code =
        run(
            "echo \"$@\" >>'" + words + "'\n" + writes(line),
            "all",
            "--vary",
            "transfer=4KiB,64KiB",
            "--quick");
    assertThat(code).as(err).isEqualTo(Verb.OK);
    assertThat(Files.readAllLines(words)).hasSize(Kernels.all().size() + 1);
  }

  @Test
  void withoutTheLauncherItSaysSo() {
    assumeThat(System.getProperty("bb.launcher")).isNull();
    assertThat(refused("bench", "ior")).isEqualTo(Verb.REFUSED);
    assertThat(err.lines())
        .containsExactly("bb bench: benchmarks need mpirun; start them by './bb bench'");
  }

  @Test
  void helpNamesEveryKernelPresetAndStrategy() {
    assertThat(refused("bench", "--help")).isEqualTo(Verb.OK);
    assertThat(out.lines()).allMatch(line -> line.length() <= 80);
    String flat = out.replaceAll("\\s+", " ");
    for (Kernel kernel : Kernels.all()) {
      assertThat(flat).contains(" " + kernel.name() + " " + kernel.stresses());
      kernel.presets().keySet().forEach(preset -> assertThat(flat).contains(preset));
    }
    Strategies.all().forEach(s -> assertThat(flat).contains(s.name() + " " + s.meaning()));
    assertThat(flat).contains("--pfs", "--report", "--json", "--vary", "--quick", "Examples:");
  }

  @Test
  void helpOfAKernelTellsItsParametersAndWhatItsPresetsSet() {
    for (Kernel kernel : Kernels.all()) {
      assertThat(refused("bench", kernel.name(), "--help")).isEqualTo(Verb.OK);
      assertThat(out.lines()).allMatch(line -> line.length() <= 80);
      String flat = out.replaceAll("\\s+", " ");
      kernel
          .parameters()
          .forEach(
              p ->
                  assertThat(flat)
                      .contains(p.key() + "=" + p.defaultText() + " " + p.meaning() + " Takes "));
      kernel
          .presets()
          .forEach(
              (name, values) ->
                  values.forEach(
                      (key, value) ->
                          assertThat(flat.substring(flat.indexOf("Presets:")))
                              .contains(name + " ", key + "=" + value)));
      assertThat(flat).doesNotContain("Strategies:");
    }
  }
}
