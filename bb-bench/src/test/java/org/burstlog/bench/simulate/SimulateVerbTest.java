package org.burstlog.bench.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.burstlog.cli.Main;
import org.burstlog.cli.Verb;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bb simulate} and {@code bb calibrate}, as they are called. */
class SimulateVerbTest {
  @TempDir Path directory;

  private String said = "";
  private String complained = "";

  private int bb(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words);
    said = out.toString(StandardCharsets.UTF_8);
    complained = err.toString(StandardCharsets.UTF_8);
    return code;
  }

  private JsonObject simulated(String... words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    assertThat(bb(all)).as(complained).isEqualTo(Verb.OK);
    return JsonParser.parseString(said).getAsJsonObject();
  }

  @Nested
  class Simulations {
    @Test
    void writeEachByteOnceByAFewOwners() {
      JsonObject run = simulated("simulate", "ior", "--ranks", "64");
      assertThat(run.get("drained_bytes").getAsLong())
          .isEqualTo(run.get("put_bytes").getAsLong())
          .isEqualTo((64L * 4) << 20);
      assertThat(run.get("records").getAsLong()).isEqualTo(64 * 4 * 16);
      assertThat(run.get("strategy").getAsString()).isEqualTo("exchange");
      assertThat(run.get("revocations").getAsLong()).isZero();
      double seconds = run.get("drain_seconds").getAsDouble();
      assertThat(seconds).isGreaterThan(run.get("busiest_seconds").getAsDouble());
    }

    @Test
    void sayTheSameOfTheSameSeedAndSomethingElseOfAnother() {
      String[] words = {"simulate", "ior", "--ranks", "24", "--machine", "noise_us=500", "--seed"};
      String[] seven = Arrays.copyOf(words, words.length + 1);
      seven[words.length] = "7";
      bb(seven);
      String once = said;
      bb(seven);
      assertThat(said).isEqualTo(once);
      seven[words.length] = "8";
      bb(seven);
      assertThat(said).isNotEqualTo(once);
    }

    @Test
    void takeEachKernelThatOnlyWrites() {
      assertThat(simulated("simulate", "btio", "--ranks", "9").get("windows").getAsLong())
          .isPositive();
      assertThat(simulated("simulate", "flash", "--ranks", "8").get("windows").getAsLong())
          .isPositive();
    }

    @Test
    void drainEachStepThatEndsWithAFlush() {
      long one = simulated("simulate", "ior", "--ranks", "4").get("records").getAsLong();
      JsonObject three =
          simulated("simulate", "ior", "--ranks", "4", "--set", "steps=3", "--set", "flush=on");
      assertThat(three.get("records").getAsLong()).isEqualTo(3 * one);
      assertThat(three.get("drained_bytes")).isEqualTo(three.get("put_bytes"));
    }

    @Test
    void areSlowerWithSlowerServers() {
      double usual =
          simulated("simulate", "ior", "--ranks", "8").get("drain_seconds").getAsDouble();
      double slow =
          simulated("simulate", "ior", "--ranks", "8", "--machine", "server_mb=20")
              .get("drain_seconds")
              .getAsDouble();
      assertThat(slow).isGreaterThan(5 * usual);
    }

    @Test
    void areRefusedWithAReason() {
      assertThat(bb("simulate", "ior", "--ranks", "0")).isEqualTo(Verb.REFUSED);
      assertThat(complained).contains("--ranks is 0").contains("; give");
      assertThat(bb("simulate", "ior", "--machine", "servrs=4")).isEqualTo(Verb.REFUSED);
      assertThat(complained).contains("servers");
      assertThat(bb("simulate", "ior", "--machine", "servers=0")).isEqualTo(Verb.REFUSED);
      assertThat(bb("simulate", "ior", "--set", "file-per-process=on")).isEqualTo(Verb.REFUSED);
      assertThat(complained).contains("has a file for each rank");
    }
  }

  @Nested
  class Calibrations {
    @Test
    void areWhatSimulationsTakeAndAreHeldAgainst() throws IOException {
      Path results = directory.resolve("results.jsonl");
      String parameters = "{\"segments\":\"4\",\"block\":\"1MiB\",\"transfer\":\"64KiB\"}";
      Files.write(
          results,
          List.of(
              "{\"environment\":{}}",
              line("direct", parameters, 9),
              line("process", parameters, 1),
              line("process", parameters, 0.5),
              line("process", parameters, 0.25)));
      Path file = directory.resolve("machine.txt");
      int code =
          bb(
              "calibrate",
              "--tier",
              directory.toString(),
              "--target",
              directory.toString(),
              "--machine",
              "servers=2",
              "--results",
              results.toString(),
              "--out",
              file.toString());
      assertThat(code).as(complained).isEqualTo(Verb.OK);
      assertThat(said).contains("servers = 2.0").contains("at 8 processes: a drain of 0.500000 s");
      JsonObject run =
          simulated("simulate", "ior", "--ranks", "16", "--calibration", file.toString());
      assertThat(run.get("error_at_ranks").getAsInt()).isEqualTo(8);
      assertThat(run.get("error").getAsDouble()).isGreaterThan(-1);
    }

    private String line(String strategy, String parameters, double seconds) {
      return "{\"kernel\":\"ior\",\"np\":8,\"strategy\":\""
          + strategy
          + "\",\"parameters\":"
          + parameters
          + ",\"phases\":{\"flush\":"
          + seconds
          + "}}";
    }

    @Test
    void areRefusedWithAReason() throws IOException {
      Path file = Files.writeString(directory.resolve("machine.txt"), "what is this\n");
      assertThat(bb("simulate", "ior", "--calibration", file.toString())).isEqualTo(Verb.REFUSED);
      assertThat(complained).contains("is not KEY = VALUE; let 'bb calibrate'");
      Files.writeString(file, "reference.kernel = ior\n");
      assertThat(bb("simulate", "ior", "--calibration", file.toString())).isEqualTo(Verb.REFUSED);
      assertThat(complained).contains("needs kernel, ranks and seconds");
      Files.writeString(file, "");
      String out = directory.resolve("out").toString();
      assertThat(bb("calibrate", "--results", file.toString(), "--out", out))
          .isEqualTo(Verb.REFUSED);
      assertThat(complained).contains("has no run by strategy 'process'");
    }
  }

  @Nested
  class Faults {
    @Test
    void breakNoLaw() {
      assertThat(bb("simulate", "faults", "--seeds", "400")).as(said).isEqualTo(Verb.OK);
      assertThat(said).contains("400 seeds, 0 of them broke a law");
    }

    @Test
    void makeThePlantedBugsSeen() {
      for (Plant plant :
          List.of(Plant.RELEASE_BEFORE_PROOF, Plant.LOST_WINDOW, Plant.REPLAYED_TWICE)) {
        assertThat(bb("simulate", "faults", "--seeds", "60", "--plant", plant.name()))
            .as(plant.name())
            .isEqualTo(Verb.WRONG);
        assertThat(said).contains("is not durable in the target");
      }
    }

    @Test
    void areTheSameAgainOfASeedThatFailed() {
      String wrong = "";
      long seed = 0;
      while (wrong == null || wrong.isEmpty()) {
        wrong = Trial.of(++seed, Plant.LOST_WINDOW);
      }
      for (int i = 0; i < 3; i++) {
        assertThat(Trial.of(seed, Plant.LOST_WINDOW)).as("seed " + seed).isEqualTo(wrong);
      }
    }
  }
}
