package org.burstlog.bench.demo;

import java.io.PrintStream;
import org.burstlog.cli.Terminal;

/** One line that changes on a terminal; elsewhere only its last words are written. */
final class LiveLine implements AutoCloseable {
  private final String title;
  private final PrintStream err;
  private final boolean terminal = Terminal.showsErrors();
  private String shown = "";

  LiveLine(String title, PrintStream err) {
    this.title = title;
    this.err = err;
  }

  void show(String text) {
    shown = text;
    if (terminal) {
      err.print("\r" + title + text + "\u001b[K");
      err.flush();
    }
  }

  /** A line of another kind, which stays. */
  void other(String text) {
    if (terminal && !shown.isEmpty()) {
      err.println();
    }
    err.println(text);
  }

  @Override
  public void close() {
    if (terminal) {
      err.println();
    } else {
      err.println(title + shown);
    }
  }
}
