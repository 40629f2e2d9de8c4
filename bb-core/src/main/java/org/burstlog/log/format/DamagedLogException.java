package org.burstlog.log.format;

import org.burstlog.BurstlogException;

/** A log that cannot be read at all: its header says nothing that can be trusted, or too much. */
public final class DamagedLogException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /** Whether the log looks as if its process died before the first put. */
  private final boolean neverOpened;

  public DamagedLogException(String message, boolean neverOpened) {
    super(message);
    this.neverOpened = neverOpened;
  }

  /**
   * Tells whether the log is in the state in which a process leaves it that dies while it opens it.
   *
   * @return true when nothing was ever put into it, as far as the files tell
   */
  public boolean neverOpened() {
    return neverOpened;
  }
}
