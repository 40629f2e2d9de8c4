package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultTest {
  @Test
  void aLineIsReadInFull() throws Exception {
    Result result = Result.parse(Recorded.line("process", 4, 2, 0.25, 0.5));
    assertThat(result.setup().title()).isEqualTo("ior strided, 4 ranks (transfer 64KiB)");
    assertThat(result.strategy()).isEqualTo("process");
    assertThat(result.repeat()).isEqualTo(2);
    assertThat(result.verified()).isTrue();
    assertThat(result.seconds(Result.PUT)).isEqualTo(0.25);
    assertThat(result.putBandwidth()).isEqualTo(256);
    assertThat(result.putSize()).isEqualTo(65536);
    assertThat(result.limit(Result.TIER)).isEqualTo(2000);
    assertThat(result.counters()).containsEntry("drains", 1L);
    assertThat(result.bandwidth()).isCloseTo(64 / 0.768, within(1e-3));
  }

  @Test
  void whatALineDoesNotTellIsEmpty() throws Exception {
    Result result = Result.parse("{\"kernel\":\"ior\",\"strategy\":\"direct\",\"np\":1}");
    assertThat(result.phases()).isEmpty();
    assertThat(result.rates()).isEmpty();
    assertThat(result.putBandwidth()).isZero();
    assertThat(result.putSize()).isZero();
    assertThat(result.limit(Result.TIER)).isNaN();
    assertThat(result.pfsCount("write_requests")).isNull();
  }

  @Test
  void whatIsWrittenIsReadAgain(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("results.jsonl");
    List<Result> written = Recorded.runs().stream().map(r -> r.in(Recorded.ENVIRONMENT)).toList();
    Files.write(file, written.stream().map(Result::line).toList());
    assertThat(Result.read(file)).isEqualTo(written);
    assertThat(
            JsonParser.parseString(Files.readAllLines(file).get(0))
                .getAsJsonObject()
                .getAsJsonObject("environment")
                .get("commit")
                .getAsString())
        .isEqualTo("0123456789ab");
  }

  @Test
  void aWrongLineIsNamed(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("results.jsonl");
    Files.write(file, List.of(Recorded.line("direct", 1, 0, 1, 0), "{\"kernel\":"));
    assertThatThrownBy(() -> Result.read(file))
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining(file + ", line 2: no result of a run");
    assertThatThrownBy(() -> Result.parse("{\"np\":2}"))
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining("for want of kernel, strategy or np");
  }
}
