package org.burstlog.log.option;

import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * A put that the log has no space for. It is not in the log; everything before it is, and a smaller
 * one, or the same after a drain, may still fit.
 */
public final class LogFullException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /** Whether the record would not fit into an empty log either. */
  private final boolean everTooLarge;

  /**
   * Creates the exception.
   *
   * @param message what is full, and the remedy
   * @param everTooLarge whether the put would not fit into an empty log either
   * @param cause what the system said, null where it was not asked
   */
  public LogFullException(String message, boolean everTooLarge, @Nullable Throwable cause) {
    super(message);
    this.everTooLarge = everTooLarge;
    if (cause != null) {
      initCause(cause);
    }
  }

  /**
   * Tells whether the put would not fit into an empty log either.
   *
   * @return true when a drain does not help
   */
  public boolean everTooLarge() {
    return everTooLarge;
  }
}
