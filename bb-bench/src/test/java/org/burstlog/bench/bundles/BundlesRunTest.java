package org.burstlog.bench.bundles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.PlainTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundlesRunTest {
  @TempDir Path directory;

  /** The run compares the files of each way with those of the first. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 9})
  void allWaysLeaveTheSameFilesAndALineForEachStep(int ranks) throws Exception {
    Path files = Files.createDirectory(directory.resolve("files"));
    Path tier = Files.createDirectory(directory.resolve("tier"));
    Path result = directory.resolve("result.jsonl");
    ThreadedGroup.run(
        ranks,
        2,
        group ->
            BundlesRun.run(
                group,
                PlainTarget.SYSTEM,
                files.toString(),
                tier.toString(),
                "20",
                "36",
                "2",
                "1",
                result.toString(),
                "direct",
                "master",
                "turns",
                "bps",
                "lps",
                "spread",
                "auto"));
    List<String> lines = Files.readAllLines(result);
    assertThat(lines).hasSize(14);
    for (String line : lines) {
      JsonObject told = JsonParser.parseString(line).getAsJsonObject();
      assertThat(told.get("kernel").getAsString()).isEqualTo("bundles");
      assertThat(told.get("ranks").getAsInt()).isEqualTo(ranks);
      assertThat(told.get("millis").getAsDouble()).isPositive();
    }
    assertThat(files).isEmptyDirectory();
  }

  @Test
  void planesThatCannotBeCutAreRefused() {
    assertThatThrownBy(() -> Bundles.of(20, 10, 9))
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining("choose an edge that 3 and 3 divide");
  }

  @Test
  void filesHaveTheirSharesOfPlanes() throws Exception {
    Bundles bundles = Bundles.of(100, 12, 6);
    assertThat(List.of(bundles.planesOf(0), bundles.planesOf(1), bundles.planesOf(6)))
        .containsExactly(30, 20, 5);
    assertThat(List.of(bundles.height(), bundles.width())).containsExactly(6, 4);
    assertThat(bundles.bytes()).isEqualTo(100L * 12 * 12 * 4);
  }
}
