package org.burstlog.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs commands of {@code bb} in this process, and keeps what they print. */
abstract class CommandLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  final int bb(String... args) {
    return Main.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  final String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  final String complained() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
