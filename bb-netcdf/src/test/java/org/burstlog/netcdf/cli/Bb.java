package org.burstlog.netcdf.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.burstlog.cli.Main;

/** What a run of {@code bb} has said, and how it ended. */
record Bb(int code, String out, String err) {
  static Bb run(Object... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] texts = new String[words.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = words[i].toString();
    }
    int code = Main.run(stream(out), stream(err), texts);
    return new Bb(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }
}
