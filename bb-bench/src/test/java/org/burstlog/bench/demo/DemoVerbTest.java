package org.burstlog.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.burstlog.cli.Main;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration shows what it says. */
class DemoVerbTest {
  private static final Path NOWHERE = Path.of("/nonexistent/burstlog-demo");

  @TempDir Path directory;

  private record Ended(int code, String out, String err) {}

  private Ended demo(String... options) {
    List<String> words = new ArrayList<>(List.of("demo", "--dir", directory.toString()));
    words.addAll(List.of(options));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words.toArray(String[]::new));
    return new Ended(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Tag("slow")
  @Test
  void filesAreTheSameWithTheBufferOffAndOnAndRequestsAreCounted() throws IOException {
    MpiRun.assumeInstalled();
    Tools tools = Tools.find();
    boolean counts = Tools.ask(tools.pfs(NOWHERE, "check")).code() == 0;
    Ended ended = demo("--rows", "33", "--columns", "20", "--records", "20", "--np", "4");
    assertThat(ended.err())
        .contains("burst buffer off: record 20 of 20")
        .contains("burst buffer on:  record 20 of 20");
    assertThat(ended.out())
        .contains("Both files are identical")
        .containsPattern("burst buffer +in all +added by writing\nno writes +[0-9.]+ s\noff ")
        .containsPattern("\non +[0-9.]+ s +-?[0-9.]+ s\n");
    assertThat(ended.code()).isZero();
    if (counts) {
      // A block of 10 columns is a request a row; with the buffer records are written as a whole.
      long off = requests(ended, "off");
      assertThat(off).isGreaterThanOrEqualTo(20L * 3 * 33 * 2);
      assertThat(requests(ended, "on")).isPositive().isLessThan(off / 10);
    } else {
      assertThat(ended.out()).contains("Requests were not counted: no file system can be emulated");
    }
    assertThat(directory.resolve("model.jsonl")).doesNotExist();
    assertThat(Files.mismatch(directory.resolve("off.nc"), directory.resolve("on.nc")))
        .isEqualTo(-1);
    BufferedImage picture = ImageIO.read(directory.resolve("height.png").toFile());
    assertThat(List.of(picture.getWidth(), picture.getHeight())).containsExactly(20, 33);
  }

  private static long requests(Ended ended, String which) {
    return ended
        .out()
        .lines()
        .filter(line -> line.startsWith(which + " "))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(ended.out() + ended.err()));
  }

  @Tag("slow")
  @Test
  void acknowledgedRecordsSurviveAKill() throws IOException {
    MpiRun.assumeInstalled();
    Ended ended = demo("--crash", "--rows", "32", "--records", "40", "--np", "2");
    assertThat(ended.out() + ended.err())
        .contains("$ kill -9 ")
        .contains("orphaned")
        .contains("are there and the same");
    assertThat(ended.code()).isZero();
    try (NcFile crashed = open("crashed.nc");
        NcFile whole = open("whole.nc")) {
      assertThat(crashed.records()).isGreaterThanOrEqualTo(20);
      assertThat(whole.records()).isEqualTo(40);
    }
    assertThat(Comparison.same(directory.resolve("crashed.nc"), directory.resolve("whole.nc"), 20))
        .isEqualTo(20);
  }

  private NcFile open(String name) throws IOException {
    return NcFile.open(directory.resolve(name), NcOptions.defaults().readOnly());
  }

  @Tag("slow")
  @Test
  void theSlowFileSystemGetsFewerRequestsOrItIsSaidWhyNot() throws IOException {
    MpiRun.assumeInstalled();
    Tools tools = Tools.find();
    assumeTrue(
        Tools.ask(tools.cluster(NOWHERE, "check", "mpi")).code() == 0
            && Tools.ask(tools.pfs(NOWHERE, "check")).code() == 0,
        "nodes cannot be emulated here");
    Ended ended = demo("--pfs", "emulated", "--rows", "16", "--records", "2", "--np", "4");
    assertThat(ended.out()).contains("Both files are identical");
    assertThat(requests(ended, "on")).isLessThan(requests(ended, "off"));
    assertThat(ended.code()).isZero();
  }

  @Tag("slow")
  @Test
  void blocksOfAnyNumberOfRanksMakeTheSameFile() throws Exception {
    MpiRun.assumeInstalled();
    for (int ranks : List.of(1, 6)) {
      MpiRun.Result result =
          MpiRun.ranks(ranks)
              .start(
                  ShallowWater.class,
                  directory.resolve(ranks + ".nc").toString(),
                  "17",
                  "23",
                  "4",
                  "9");
      assertThat(result.status()).as(result.output()).isZero();
    }
    assertThat(Files.mismatch(directory.resolve("1.nc"), directory.resolve("6.nc"))).isEqualTo(-1);
  }

  @Test
  void theFastestRunOfTheModelCounts() {
    assertThat(
            ModelDemo.best(
                List.of(
                    "{\"strategy\":\"none\",\"run\":2.0}",
                    "{\"strategy\":\"direct\",\"run\":4.0}",
                    "{\"strategy\":\"none\",\"run\":1.5}",
                    "{\"strategy\":\"direct\",\"run\":5.0}")))
        .containsExactly(entry("none", 1.5), entry("direct", 4.0));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThat(demo("--np", "4", "--rows", "3").err()).contains("--rows").contains("--np");
    assertThat(demo("--pfs", "emulated", "--crash").err()).contains("without --crash");
    assertThat(demo("--pfs", "emulated", "--crash").code()).isEqualTo(2);
    assertThat(demo("--pfs", "imaginary").code()).isEqualTo(2);
  }

  @Test
  void colorsGoFromBlueOverWhiteToRed() {
    assertThat(Picture.color(-1)).isEqualTo(0x0000FF);
    assertThat(Picture.color(0)).isEqualTo(0xFFFFFF);
    assertThat(Picture.color(1)).isEqualTo(0xFF0000);
  }
}
