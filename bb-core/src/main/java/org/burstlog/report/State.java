package org.burstlog.report;

import java.util.Locale;

/** How far a file has come when its report is made. */
public enum State {
  /** It was open; whoever finds no process that has it open knows that they died. */
  OPEN,
  /** All that was put is in the target. */
  CLOSED,
  /** It was given up; its logs are left for recovery. */
  LEFT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
