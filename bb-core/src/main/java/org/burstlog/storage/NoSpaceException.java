package org.burstlog.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The file system has no space left, or the user's quota none. */
public final class NoSpaceException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message which file needed how much
   * @param cause what the system said, null when it was not asked
   */
  public NoSpaceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
