package org.burstlog.log;

import org.burstlog.BurstlogException;

/** A log that cannot be read at all: its header says nothing that can be trusted, or too much. */
public final class DamagedLogException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  DamagedLogException(String message) {
    super(message);
  }
}
