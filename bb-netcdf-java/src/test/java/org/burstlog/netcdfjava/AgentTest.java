package org.burstlog.netcdfjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.burstlog.netcdfjava.programs.Cases;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Programs that nobody has changed, once with the agent and once without. */
class AgentTest {
  @TempDir static Path directory;
  private static Path alone;
  private static Jvm.Result unbuffered;

  @BeforeAll
  static void writtenByNetcdfJavaAlone() throws Exception {
    alone = Files.createDirectory(directory.resolve("alone"));
    unbuffered = Jvm.plain().run(Cases.class, alone).well();
  }

  private static Path fresh(String name) throws IOException {
    Files.createDirectory(directory.resolve(name + "-tier"));
    return Files.createDirectory(directory.resolve(name));
  }

  private static Jvm buffered(String name) {
    return Jvm.buffered(directory.resolve(name + "-tier"));
  }

  private static Stream<DynamicTest> same(Path files) {
    return Cases.all().keySet().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> requireSame(files, name)));
  }

  private static void requireSame(Path files, String name) {
    assertThat(files.resolve(name + ".nc"))
        .as(name)
        .hasSameBinaryContentAs(alone.resolve(name + ".nc"));
  }

  private static void requireAllSame(Path files) {
    Cases.all().keySet().forEach(name -> requireSame(files, name));
  }

  private static void leftNothing(String name) throws IOException {
    try (Stream<Path> left = Files.walk(directory.resolve(name + "-tier"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @TestFactory
  Stream<DynamicTest> filesAreTheSameToTheByte() throws Exception {
    Path files = fresh("on");
    Jvm.Result on = buffered("on").run(Cases.class, files).well();
    leftNothing("on");
    return Stream.concat(
        same(files),
        Stream.of(
            DynamicTest.dynamicTest(
                "what is read meanwhile is the same",
                () -> assertThat(on.printed()).isEqualTo(unbuffered.printed())),
            DynamicTest.dynamicTest("nothing is said", () -> assertThat(on.errors()).isEmpty())));
  }

  @Test
  void drainsAndClosesInTheBackgroundLeaveTheSameFiles() throws Exception {
    Path files = fresh("background");
    Jvm.Result on =
        buffered("background")
            .set("BURSTLOG_DRAIN_MODE", "background")
            .set("BURSTLOG_DRAIN_CLOSE", "background")
            .run(Cases.class, files)
            .well();
    assertThat(on.printed()).isEqualTo(unbuffered.printed());
    requireAllSame(files);
    leftNothing("background");
  }

  @Test
  void eachFileIsExplainedWhenThatIsAskedFor() throws Exception {
    Path files = fresh("explained");
    Jvm.Result on =
        buffered("explained")
            .with("-Dburstlog.agent.explain")
            .run(Cases.class, files, "records-in-order")
            .well();
    assertThat(on.errors())
        .containsOnlyOnce("records-in-order.nc is written through the burst buffer")
        .contains("drain.mode");
  }

  @Nested
  class WhereTheBurstBufferCannotBeUsed {
    @Test
    void theOriginalWritesAndOneMessageSaysWhy() throws Exception {
      Path files = fresh("unusable");
      Jvm.Result on =
          Jvm.buffered(directory.resolve("no/such/tier"))
              .run(Cases.class, files, "records-in-order")
              .well();
      requireSame(files, "records-in-order");
      assertThat(on.errors())
          .containsOnlyOnce("is written by NetCDF-Java alone, without the burst buffer")
          .contains("no/such/tier");
    }

    @Test
    void aFileThatDoesNotSayHowManyRecordsItHasIsWrittenByTheOriginal() throws Exception {
      Path files = fresh("streaming");
      Path file = files.resolve("records-in-order.nc");
      Files.copy(alone.resolve("records-in-order.nc"), file);
      byte[] bytes = Files.readAllBytes(file);
      java.util.Arrays.fill(bytes, 4, 8, (byte) 0xff);
      Files.write(file, bytes);
      Jvm.Result on =
          buffered("streaming").run(org.burstlog.netcdfjava.programs.Reopening.class, file).well();
      assertThat(on.errors()).containsOnlyOnce("does not say how many records it has");
    }
  }

  @Nested
  class SwitchedOff {
    @Test
    void noClassIsTouched() throws Exception {
      Path files = fresh("off");
      Jvm.Result off =
          Jvm.plain()
              .with("-javaagent:" + Jvm.agent(), "-Xlog:class+load:file=" + files + "/classes")
              .set("BURSTLOG", "off")
              .run(Cases.class, files, "all-types")
              .well();
      requireSame(files, "all-types");
      assertThat(off.errors()).isEmpty();
      try (Stream<String> lines = Files.lines(files.resolve("classes"))) {
        assertThat(lines.filter(line -> line.contains("org.burstlog.netcdfjava.")))
            .noneMatch(line -> !line.contains(".agent.Agent ") && !line.contains(".programs."));
      }
    }

    @Test
    void theSettingsHaveTheLastWord() throws Exception {
      Path files = fresh("later-off");
      Jvm.Result off =
          buffered("later-off")
              .with("-Dburstlog.agent.explain")
              .run(org.burstlog.netcdfjava.programs.SwitchedOffLater.class, files)
              .well();
      requireSame(files, "all-types");
      assertThat(off.errors()).contains("the burst buffer is switched off");
    }
  }

  @Nested
  class OnNewerJdks {
    @Test
    void filesAreTheSameAndNothingIsSaid() throws Exception {
      Optional<Path> newer = Jvm.java(24);
      assumeTrue(newer.isPresent(), "there is no JDK 24 or newer");
      Path files = fresh("newer");
      Jvm.Result on = buffered("newer").by(newer.orElseThrow()).run(Cases.class, files).well();
      requireAllSame(files);
      assertThat(on.printed()).isEqualTo(unbuffered.printed());
      assertThat(on.errors()).isEmpty();
    }
  }
}
