package org.burstlog.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.burstlog.recover.Progress;
import org.burstlog.report.Amounts;

/**
 * Shows how far long work is: one line that changes on a terminal, a line now and then elsewhere.
 * Work that takes longer than two seconds is told how long it will take yet.
 */
final class ProgressLine implements Progress {
  private static final long ON_A_TERMINAL = 100_000_000L;
  private static final long ELSEWHERE = 1_000_000_000L;

  /** Before that, what is left is not worth telling, and not known well. */
  private static final long LONG = 2_000_000_000L;

  private static final double NANOS = 1e9;
  private static final double SECONDS_A_MINUTE = 60;

  private final PrintStream err;
  private final boolean terminal;
  private final long interval;
  private final LongSupplier clock;
  private long shown;
  private boolean any;

  /** What is being done, and since when. */
  private String doing = "";

  private long begun;

  ProgressLine(PrintStream err, boolean terminal, LongSupplier clock) {
    this.err = err;
    this.terminal = terminal;
    this.clock = clock;
    this.interval = terminal ? ON_A_TERMINAL : ELSEWHERE;
    // What is done within the first interval is not long work.
    this.shown = clock.getAsLong();
  }

  /** Shows progress when it was asked for, or when somebody is likely to look. */
  static Progress to(PrintStream err, boolean asked) {
    boolean terminal = Terminal.showsErrors();
    if (asked) {
      ProgressLine line = new ProgressLine(err, terminal, System::nanoTime);
      line.shown -= line.interval;
      return line;
    }
    return terminal ? new ProgressLine(err, true, System::nanoTime) : NONE;
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
    long now = clock.getAsLong();
    if (!what.equals(doing)) {
      doing = what;
      begun = now;
    }
    if (now - shown < interval) {
      return;
    }
    shown = now;
    any = true;
    String named = Words.line(what);
    String far =
        total <= 0
            ? Amounts.bytes(done)
            : String.format(
                Locale.ROOT,
                "%s of %s, %d %%%s",
                Amounts.bytes(done),
                Amounts.bytes(total),
                Math.min(100, done * 100 / total),
                left(now - begun, done, total));
    if (terminal) {
      err.print("\r" + named + ": " + far + "\u001b[K");
      err.flush();
    } else {
      err.println(named + ": " + far);
    }
  }

  /** Says how long the rest takes, if it goes on as it did. */
  private static String left(long elapsed, long done, long total) {
    if (elapsed < LONG || done <= 0 || done >= total) {
      return "";
    }
    double seconds = elapsed / NANOS * (total - done) / done;
    return seconds < SECONDS_A_MINUTE
        ? String.format(Locale.ROOT, ", %.0f s left", Math.ceil(seconds))
        : String.format(Locale.ROOT, ", %.0f min left", Math.ceil(seconds / SECONDS_A_MINUTE));
  }
}
