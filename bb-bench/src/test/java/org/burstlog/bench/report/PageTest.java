package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  @Test
  void thePageTellsEverythingAndNeedsNothingBesideIt(@TempDir Path directory) throws Exception {
    Path page =
        Page.write(
            directory.resolve("report"),
            "bb bench ior --set a=<b>",
            Recorded.ENVIRONMENT,
            Summary.of(Recorded.runs()));
    String html = Files.readString(page);
    assertThat(html)
        .contains("bb bench ior --set a=&lt;b&gt;")
        .contains("0123456789ab", "a processor, 2 cores", "2026-11-18T12:00:00Z")
        .contains("ior strided, 2 ranks (transfer 64KiB)", "ior strided, 4 ranks")
        .contains("<td>process</td><td>186</td><td>141</td><td>19 %</td>")
        .doesNotContain("src=\"http", "href=");
    assertThat(html.split("data:image/png;base64,", -1)).hasSize(1 + 4);
    assertThat(directory.resolve("report/ior-by-ranks.png")).isNotEmptyFile();
  }

  @Test
  void thereIsAPlotForEachThingThatVaries() throws Exception {
    Map<String, byte[]> plots = Charts.of(Summary.of(Recorded.runs()));
    assertThat(plots.keySet())
        .containsExactlyInAnyOrder(
            "ior-by-ranks", "ior-phases-2-ranks", "ior-phases-4-ranks", "ior-logs-by-layout");
    for (byte[] plot : plots.values()) {
      assertThat(ImageIO.read(new ByteArrayInputStream(plot)).getWidth()).isEqualTo(820);
    }
  }

  @Test
  void ofKernelsThatCountOperationsTheirRatesAreTold(@TempDir Path directory) throws Exception {
    List<Result> runs = new ArrayList<>();
    for (int repeat = 0; repeat < 3; repeat++) {
      String rates = "\"rates\":{\"create\":" + (300 - repeat) + ",\"stat\":7000}";
      runs.add(
          Result.parse(
              Recorded.line("direct", 4, repeat, 1, 0)
                  .replace("\"ior\"", "\"metarates\"")
                  .replace("\"rates\":{}", rates)));
    }
    Path page = Page.write(directory, "bb", Recorded.ENVIRONMENT, Summary.of(runs));
    assertThat(Files.readString(page))
        .contains("<td>direct</td><td>300</td><td>299</td><td>7000</td><td>7000</td><td>3</td>")
        .doesNotContain("MiB/s");
    assertThat(Charts.of(Summary.of(runs)).keySet())
        .containsExactlyInAnyOrder(
            "metarates-create", "metarates-stat", "metarates-phases-4-ranks");
  }

  @Test
  void wholeRunsMakeAPlotFromBeginningToEnd() throws Exception {
    Result run =
        Result.parse(
            Recorded.line("stage", 2, 0, 1, 0).replace("\"bandwidth\"", "\"run\":3,\"bandwidth\""));
    assertThat(Charts.of(Summary.of(List.of(run))).keySet()).contains("ior-end-to-end-2-ranks");
  }

  @Test
  void sizesMakeAPlotOfTheirOwn() throws Exception {
    List<Result> runs = new ArrayList<>();
    runs.add(Result.parse(Recorded.line("direct", 2, 0, 1, 0)));
    runs.add(
        Result.parse(
            Recorded.line("direct", 2, 0, 1, 0).replace("1024,", "64,").replace("64KiB", "1MiB")));
    assertThat(Charts.of(Summary.of(runs)).keySet()).contains("ior-by-size");
  }

  @Test
  void whatTheFileSystemCountedIsTold(@TempDir Path directory) throws Exception {
    String line = Recorded.line("direct", 2, 0, 1, 0);
    String counted =
        line.substring(0, line.length() - 1)
            + ",\"pfs\":{\"write_requests\":256,\"write_bytes\":67108864,\"read_requests\":0,"
            + "\"revocations\":17,\"servers\":[{\"bytes\":33554432},{\"bytes\":16777216}]}}";
    Path page =
        Page.write(
            directory, "bb", Recorded.ENVIRONMENT, Summary.of(List.of(Result.parse(counted))));
    assertThat(Files.readString(page))
        .contains("<td>direct</td><td>256</td><td>256</td><td>0</td><td>17</td><td>16 to 32</td>");
  }
}
