package org.burstlog.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.burstlog.recover.Progress;

/**
 * Shows how far long work is: one line that changes on a terminal, a line now and then elsewhere.
 */
final class ProgressLine implements Progress {
  private static final long ON_A_TERMINAL = 100_000_000L;
  private static final long ELSEWHERE = 1_000_000_000L;

  private final PrintStream err;
  private final boolean terminal;
  private final long interval;
  private long shown;
  private boolean any;

  private ProgressLine(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
    this.interval = terminal ? ON_A_TERMINAL : ELSEWHERE;
    // What is done within the first interval is not long work.
    this.shown = System.nanoTime();
  }

  /** Shows progress when it was asked for, or when somebody is likely to look. */
  static Progress to(PrintStream err, boolean asked) {
    boolean terminal = Terminal.showsErrors();
    if (asked) {
      ProgressLine line = new ProgressLine(err, terminal);
      line.shown -= line.interval;
      return line;
    }
    return terminal ? new ProgressLine(err, true) : NONE;
  }

  /** Ends the line that changes, so that what is written next begins on its own. */
  static void end(Progress progress) {
    if (progress instanceof ProgressLine line && line.terminal && line.any) {
      line.err.println();
      line.any = false;
    }
  }

  @Override
  public void at(String what, long done, long total) {
    long now = System.nanoTime();
    if (now - shown < interval) {
      return;
    }
    shown = now;
    any = true;
    String named = Words.line(what);
    String far =
        total <= 0
            ? Words.bytes(done)
            : String.format(
                Locale.ROOT,
                "%s of %s, %d %%",
                Words.bytes(done),
                Words.bytes(total),
                Math.min(100, done * 100 / total));
    if (terminal) {
      err.print("\r" + named + ": " + far + "\u001b[K");
      err.flush();
    } else {
      err.println(named + ": " + far);
    }
  }
}
