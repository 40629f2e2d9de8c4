package org.burstlog.cli;

import java.io.IOException;
import java.nio.file.Path;

/** Whether somebody is likely to look. */
public final class Terminal {
  private Terminal() {}

  /**
   * Tells whether errors go to a terminal. The JDK can tell of all three standard streams together
   * only, and results are often piped.
   *
   * @return true when a line may change in place
   */
  public static boolean showsErrors() {
    return isTerminal(2);
  }

  /**
   * Tells whether results go to a terminal.
   *
   * @return true when they may change in place
   */
  static boolean showsResults() {
    return isTerminal(1);
  }

  private static boolean isTerminal(int descriptor) {
    try {
      String device = Path.of("/proc/self/fd/" + descriptor).toRealPath().toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
