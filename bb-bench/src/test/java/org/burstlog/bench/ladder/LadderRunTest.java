package org.burstlog.bench.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.cli.Verb;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.PlainTarget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderRunTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void makeDirectories() throws Exception {
    Files.createDirectory(directory.resolve("tier"));
    Files.createDirectory(directory.resolve("target"));
  }

  private int run(ProcessGroup group, String... more) throws Exception {
    Stream<String> usual =
        Stream.of(
            "--tier",
            directory.resolve("tier").toString(),
            "--target",
            directory.resolve("target").toString(),
            "--out",
            directory.resolve("out").toString());
    return LadderRun.run(
        group,
        PlainTarget.SYSTEM,
        new PrintStream(said, true, StandardCharsets.UTF_8),
        Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
  }

  private List<Rung> rungs() throws Exception {
    return Files.readAllLines(directory.resolve("out")).stream()
        .map(line -> new Gson().fromJson(line, Rung.class))
        .toList();
  }

  private void nothingIsLeft() throws Exception {
    for (String place : List.of("tier", "target")) {
      try (Stream<Path> left = Files.walk(directory.resolve(place))) {
        assertThat(left.filter(Files::isRegularFile))
            .as(place)
            .allMatch(file -> file.toString().contains("/spare-"));
      }
    }
  }

  @Nested
  class OneProcess {
    @Test
    void hasAllStepsButTheExchange() throws Exception {
      int code = run(new SoloGroup(), "--mib", "1", "--repeat", "1");
      assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(code).isEqualTo(Verb.OK);
      assertThat(rungs()).extracting(Rung::step).containsOnly(1, 2, 4, 5);
      nothingIsLeft();
    }
  }

  @Nested
  class SeveralProcesses {
    @Test
    void eachStepIsMeasuredWithOneTwoAndAllOfThem() throws Exception {
      int[] codes = new int[3];
      ThreadedGroup.run(
          codes.length, group -> codes[group.rank()] = run(group, "--mib", "1", "--repeat", "2"));
      assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(codes).containsOnly(Verb.OK);
      assertThat(rungs()).extracting(Rung::step).containsOnly(1, 2, 3, 4, 5);
      assertThat(rungs())
          .filteredOn(rung -> rung.name().equals("target write, aligned"))
          .extracting(Rung::ranks)
          .containsExactly(1, 2, 3);
      assertThat(rungs())
          .allSatisfy(rung -> assertThat(rung.operations()).as(rung.name()).isPositive());
      assertThat(rungs())
          .filteredOn(rung -> rung.bytes() > 0)
          .allSatisfy(rung -> assertThat(rung.mib()).as(rung.name()).isPositive());
      nothingIsLeft();
    }

    @Test
    void whoHasNoPartnerTakesPartInTheExchangeOfPairsWithNothing() throws Exception {
      ThreadedGroup.run(3, group -> run(group, "--mib", "1", "--repeat", "1"));
      assertThat(rungs())
          .filteredOn(rung -> rung.name().equals("exchange in pairs"))
          .isNotEmpty()
          .extracting(Rung::ranks)
          .containsOnly(2);
    }
  }

  @Nested
  class Mistakes {
    @Test
    void areToldInASentence() throws Exception {
      assertThat(run(new SoloGroup(), "--mib", "0")).isEqualTo(Verb.REFUSED);
      assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("LadderRun: --mib");
    }

    @Test
    void anUnwritableResultIsRefusedInEveryProcess() throws Exception {
      int[] codes = new int[2];
      String none = directory.resolve("none/out").toString();
      ThreadedGroup.run(
          codes.length,
          group ->
              codes[group.rank()] =
                  LadderRun.run(
                      group,
                      PlainTarget.SYSTEM,
                      new PrintStream(said, true, StandardCharsets.UTF_8),
                      "--tier",
                      directory.resolve("tier").toString(),
                      "--target",
                      directory.resolve("target").toString(),
                      "--out",
                      none));
      assertThat(codes).containsOnly(Verb.REFUSED);
      assertThat(said.toString(StandardCharsets.UTF_8)).contains(none, "by --out");
    }

    @Test
    void aTierThatIsNotThereIsNamed() throws Exception {
      Files.delete(directory.resolve("tier"));
      assertThat(run(new SoloGroup(), "--mib", "1")).isEqualTo(Verb.WRONG);
      assertThat(said.toString(StandardCharsets.UTF_8)).contains("measuring 'tier write'");
    }
  }
}
