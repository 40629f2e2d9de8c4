package org.burstlog.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line takes, what it refuses in which words, and what it tells. */
class KernelRunTest {
  @TempDir Path directory;
  private Path target = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void names() {
    target = directory.resolve("target");
    out = directory.resolve("out");
  }

  private record Ended(int code, String said) {}

  private Ended run(String... args) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code;
    try (SoloGroup group = new SoloGroup()) {
      code = KernelRun.run(group, new PrintStream(said, true, StandardCharsets.UTF_8), args);
    }
    return new Ended(code, said.toString(StandardCharsets.UTF_8));
  }

  private Ended runHere(String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--target", target.toString(), "--out", out.toString()));
    return run(args.toArray(String[]::new));
  }

  private static void assertRefused(Ended ended, String... parts) {
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.said().lines()).singleElement().asString().contains(parts);
  }

  @Test
  void unknownNamesAreRefusedWithTheNearest() throws Exception {
    assertRefused(runHere("iro", "--strategies", "direct"), "kernel 'iro'", "nearest is 'ior'");
    assertRefused(
        runHere("ior", "--strategies", "direct,proces"),
        "strategy 'proces'",
        "nearest is 'process'");
    assertRefused(
        runHere("ior", "--strategies", "direct", "--preset", "stridet"),
        "ior has no preset 'stridet'",
        "nearest is 'strided'");
    assertRefused(
        runHere("ior", "--strategies", "direct", "--set", "transfr=1"),
        "ior has no parameter 'transfr'",
        "nearest is 'transfer'");
  }

  @Test
  void valuesAreCheckedAgainstTheParameterAndAgainstEachOther() throws Exception {
    assertRefused(
        runHere("ior", "--strategies", "direct", "--set", "segments=many"),
        "'segments' of ior is a whole number of at least 1, and not 'many'");
    assertRefused(
        runHere("ior", "--strategies", "direct", "--set", "block=12"),
        "'block'",
        "multiple of 8 bytes");
    assertRefused(
        runHere("ior", "--strategies", "direct", "--set", "block=24", "--set", "transfer=16"),
        "'block'",
        "multiple of the transfer");
    assertRefused(
        runHere("madbench", "--strategies", "direct", "--set", "gangs=2"), "'gangs'", "1 ranks");
    assertRefused(
        runHere("flash", "--strategies", "direct", "--set", "plotted=99"), "'plotted'", "unknowns");
    assertRefused(runHere("ior", "--strategies", "direct", "--repeat", "0"), "--repeat", "not 0");
  }

  @Test
  void aStrategyThatNeedsATierIsRefusedWithoutOne() throws Exception {
    for (String strategy : List.of("process", "node", "background", "stage", "logfs")) {
      assertRefused(
          runHere("ior", "--strategies", strategy),
          "strategy '" + strategy + "' needs a tier",
          "--tier");
    }
  }

  @Test
  void directoriesThatCannotBeWrittenAreRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    assertRefused(
        run("ior", "--strategies", "direct", "--target", file + "/x", "--out", out.toString()),
        "cannot write in " + file + "/x",
        "--target");
    assertRefused(
        run("ior", "--strategies", "direct", "--target", file.toString(), "--out", out.toString()),
        "cannot write in " + file,
        "it is a file",
        "--target");
    assertRefused(
        runHere("ior", "--strategies", "process", "--tier", file + "/x"),
        "cannot write in " + file + "/x",
        "--tier");
    assertRefused(
        run("ior", "--strategies", "direct", "--target", target.toString(), "--out", file + "/x"),
        "cannot write results to " + file + "/x",
        "--out");
  }

  @Test
  void missingAndUnknownOptionsAreRefused() throws Exception {
    assertRefused(run(), "KERNEL");
    assertRefused(run("ior"), "--strategies");
    assertRefused(runHere("ior", "--strategies", "direct", "--frobnicate"), "--frobnicate");
  }

  @Test
  void btioTakesSquareNumbersOfRanksOnly() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    ThreadedGroup.run(
        3,
        group ->
            assertThat(
                    KernelRun.run(
                        group,
                        new PrintStream(said, true, StandardCharsets.UTF_8),
                        "btio",
                        "--strategies",
                        "direct",
                        "--target",
                        target.toString(),
                        "--out",
                        out.toString()))
                .isEqualTo(2));
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("btio runs on a square number of ranks, and not on 3; start 1 or 4");
  }

  @Test
  void whatIsThereAlreadyIsNotTouched() throws Exception {
    Path there = Files.createDirectories(target.resolve("bb-ior-direct-0"));
    assertRefused(
        runHere("ior", "--strategies", "direct", "--set", "block=64KiB"),
        there.toString(),
        "remove it");
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void aRunWithoutOutputTakesItsComputationAndIsComparedWithOthers() throws Exception {
    Ended ended =
        runHere(
            "model",
            "--strategies",
            "none,process",
            "--set",
            "steps=4",
            "--set",
            "history=2",
            "--set",
            "checkpoint=4",
            "--set",
            "rows=8",
            "--set",
            "columns=8",
            "--set",
            "compute=20ms",
            "--tier",
            directory.resolve("tier").toString());
    assertThat(ended.said()).isEmpty();
    assertThat(ended.code()).isZero();
    List<JsonObject> lines =
        Files.readAllLines(out).stream()
            .map(line -> JsonParser.parseString(line).getAsJsonObject())
            .toList();
    assertThat(lines)
        .hasSize(2)
        .allSatisfy(line -> assertThat(line.get("run").getAsDouble()).isGreaterThan(0.08))
        .allSatisfy(line -> assertThat(line.get("verified").getAsBoolean()).isTrue());
    assertThat(lines.get(0).get("bytes").getAsLong()).isZero();
    assertThat(lines.get(0).getAsJsonObject("limits").size()).isZero();
    assertThat(lines.get(0).getAsJsonObject("overlap").keySet()).containsExactly("exposed");
    // Two records in single precision, a checkpoint in double.
    assertThat(lines.get(1).get("bytes").getAsLong()).isEqualTo(8 * 64 * (2 * 4 + 8));
    JsonObject overlap = lines.get(1).getAsJsonObject("overlap");
    assertThat(overlap.get("drains").getAsDouble()).isPositive();
    assertThat(overlap.get("hidden").getAsDouble()).isZero();
    assertThat(overlap.get("efficiency").getAsDouble()).isZero();
    assertThat(overlap.get("exposed").getAsDouble())
        .isGreaterThanOrEqualTo(overlap.get("drains").getAsDouble());
    try (Stream<Path> left = Files.list(target)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aModelThatCannotBeIsRefused() throws Exception {
    assertRefused(
        runHere("model", "--strategies", "none", "--set", "history=151"), "'history'", "no record");
    assertRefused(
        runHere("model", "--strategies", "none", "--set", "rows=20000", "--set", "columns=20000"),
        "'rows'",
        "1GiB");
  }

  @Test
  void runsTakeTurnsAndEachIsALineOfJson() throws Exception {
    Ended ended =
        runHere(
            "ior",
            "--strategies",
            "direct,process",
            "--repeat",
            "2",
            "--set",
            "block=64KiB",
            "--tier",
            directory.resolve("tier").toString());
    assertThat(ended.said()).isEmpty();
    assertThat(ended.code()).isZero();
    List<String> lines = Files.readAllLines(out);
    String[][] expected = {{"direct", "0"}, {"process", "0"}, {"direct", "1"}, {"process", "1"}};
    assertThat(lines).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(lines.get(i))
          .startsWith("{\"kernel\":\"ior\",\"preset\":null,\"parameters\":{\"segments\":\"4\",")
          .contains(
              "\"strategy\":\"" + expected[i][0] + "\",\"np\":1,\"repeat\":" + expected[i][1],
              "\"bytes\":262144,\"puts\":4,\"verified\":true,\"phases\":{\"create\":",
              "\"put\":",
              "\"flush\":",
              "\"flush.sync\":",
              "\"close\":",
              "\"waited\":",
              "\"total\":",
              "\"bandwidth\":",
              "\"limits\":{\"tier\":",
              "\"target\":")
          .endsWith("}}");
    }
    assertThat(lines.get(1)).contains("\"logs\":", "\"flush.read\":", "\"puts\":4,\"put_bytes\"");
    try (Stream<Path> left = Files.list(target)) {
      assertThat(left).isEmpty();
    }
  }
}
