package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.burstlog.recover.Wreck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a tier. */
class TierVerbTest {
  private static final String LIMIT = "burstlog.tier.window.bytes";

  @TempDir Path directory;

  private Wreck wreck;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
    wreck.small("out");
  }

  @AfterEach
  void setNothing() {
    System.clearProperty(LIMIT);
    System.clearProperty("burstlog.tier.files");
  }

  private int bb(String... arguments) {
    out.reset();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return Main.run(stream, stream, arguments);
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void itsCapacityAndWhatIsThere() {
    assertThat(bb("tier", wreck.tier().toString())).isZero();
    assertThat(said())
        .contains(wreck.tier().toString())
        .contains("capacity")
        .contains("in 1 session,")
        .contains("not counted");
  }

  @Test
  void whatWasWrittenAgainstTheLimit() {
    System.setProperty(LIMIT, "100MiB");
    System.setProperty("burstlog.tier.files", "10");
    assertThat(bb("tier", "--measure=8MiB", wreck.tier().toString())).isZero();
    assertThat(said())
        .contains("8.0 MiB of 100.0 MiB (8 %), 1 file of 10")
        .contains("by 1 host since")
        .contains("the limit is reached in")
        .contains("a warning reports it, and writes continue")
        .contains("a second, written and synced");
    assertThat(bb("tier", "--json", wreck.tier().toString())).isZero();
    assertThat(said())
        .contains("\"windowBytes\":8388608")
        .contains("\"limitBytes\":104857600")
        .contains("\"protect\":\"log\"")
        .contains("\"bytesPerSecond\":null")
        .contains("\"exit\":0");
  }

  @Test
  void thatLittleIsLeftOfTheLimit() {
    System.setProperty(LIMIT, "9MiB");
    assertThat(bb("tier", "--measure=8MiB", wreck.tier().toString())).isEqualTo(Verb.WRONG);
    assertThat(said()).contains("(89 %)");
  }

  @Test
  void thatASizeIsNone() {
    assertThat(bb("tier", "--measure=much", wreck.tier().toString())).isEqualTo(Verb.REFUSED);
    assertThat(said()).contains("; give one such as 64MiB");
  }
}
