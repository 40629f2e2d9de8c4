package org.burstlog.recover;

import org.burstlog.BurstlogException;

/** A session that was not touched because it is in doubt; the message says why and what to do. */
public final class RecoveryRefusedException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  RecoveryRefusedException(String message) {
    super(message);
  }
}
