package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** MooseFS itself, where its packages are installed and nodes can be made. */
class MooseFsTest {
  private static final Path HOME = Path.of(System.getProperty("bb.home"));

  @Test
  void itRunsOnNodesAndIsTakenDown() throws Exception {
    Process process =
        new ProcessBuilder(HOME.resolve("native/moosefs/test").toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    assumeThat(said).as("why MooseFS cannot run here").doesNotContain("# SKIP");
    assertThat(code).as(said).isZero();
  }
}
