package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.buffer.Told;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who uses a tier in which every user may rename what belongs to others is told so once. */
class UnsafeTierTest {
  private static final int ALL_MAY_WRITE = 0777;
  private static final int STICKY = 01000;

  @TempDir Path directory;
  private Wreck wreck;
  private Path session;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
    session = wreck.small("out.bin");
  }

  private void mode(int mode) throws IOException {
    Files.setAttribute(wreck.tier(), "unix:mode", mode);
  }

  /** What is said while a command runs, its words with the paths of this test in them. */
  private List<String> told(String command) throws IOException {
    String[] words =
        Arrays.stream(command.split(" "))
            .map(word -> word.replace("SESSION", session.toString()))
            .map(word -> word.replace("TARGET", wreck.target("out.bin").toString()))
            .map(word -> word.replace("TIER", wreck.tier().toString()))
            .toArray(String[]::new);
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    try (Told told = Told.by("org.burstlog.recover")) {
      Main.run(nowhere, nowhere, words);
      return List.copyOf(told.messages());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list TIER",
        "inspect SESSION",
        "inspect SESSION/r00000.meta",
        "verify SESSION",
        "verify --tier TIER TARGET",
        "recover SESSION",
        "recover --tier TIER --all",
        "discard --yes SESSION",
        "discard --yes --tier TIER TARGET"
      })
  void everyVerbTells(String command) throws Exception {
    mode(ALL_MAY_WRITE);
    assertThat(told(command))
        .singleElement()
        .asString()
        .contains("tier " + wreck.tier(), "no sticky bit", "'chmod +t'");
    assertThat(told(command)).as("the second time").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list TIER", "inspect SESSION", "verify SESSION"})
  void ofATierWithAStickyBitNothingIsTold(String command) throws Exception {
    mode(ALL_MAY_WRITE | STICKY);
    assertThat(told(command)).isEmpty();
  }

  @Test
  void openingAFileTells() throws Exception {
    mode(ALL_MAY_WRITE);
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, wreck.tier().toString())
            .build();
    try (Told told = Told.by("org.burstlog.recover");
        SoloGroup group = new SoloGroup()) {
      for (String name : List.of("one.bin", "other.bin")) {
        try (TargetFile file = PlainTarget.open(group, wreck.target(name), TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
          assertThat(buffer.recovered()).isEmpty();
        }
      }
      assertThat(told.messages())
          .singleElement()
          .asString()
          .contains("tier " + wreck.tier(), "no sticky bit");
    }
  }
}
