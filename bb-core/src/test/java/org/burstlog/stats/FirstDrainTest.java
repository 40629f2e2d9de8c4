package org.burstlog.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drains in a JVM of their own, of which the classes that it loads are listed. */
class FirstDrainTest {
  @TempDir private Path directory;

  @Test
  void loadsNothingOfFlightRecorderWhileNobodyRecords() throws Exception {
    assertThat(classesLoaded())
        .anyMatch(line -> line.contains("org.burstlog.drain.DrainReport "))
        .noneMatch(line -> line.contains("org.burstlog.stats.DrainEvent "))
        .noneMatch(line -> line.contains("jdk.jfr.internal."));
  }

  @Test
  void makesItsEventWhenSomebodyRecords() throws Exception {
    Path recording = directory.resolve("recording.jfr");
    assertThat(classesLoaded("-XX:StartFlightRecording=filename=" + recording))
        .anyMatch(line -> line.contains("org.burstlog.stats.DrainEvent "));
  }

  private List<String> classesLoaded(String... options) throws IOException, InterruptedException {
    Path classes = directory.resolve("classes");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-Xlog:class+load:file=" + classes);
    List<String> program =
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            FirstDrainTest.class.getName(),
            directory.toString());
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(options));
    all.addAll(program);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return Files.readAllLines(classes, StandardCharsets.ISO_8859_1);
  }

  /** The child: puts and drains. */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, directory.toString())
            .build();
    Path out = directory.resolve("out");
    SoloGroup group = new SoloGroup();
    try (TargetFile target = PlainTarget.open(group, out, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      Array array = Array.rowMajor("a", 0, 8, ByteOrder.BIG_ENDIAN, 10);
      buffer.define(array).put(new Region(1).set(0, 0, 10, 1), new long[10]);
      buffer.drain();
    }
  }
}
