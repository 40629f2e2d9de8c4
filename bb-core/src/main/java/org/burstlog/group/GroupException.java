package org.burstlog.group;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A process group that cannot be used any more; says which process broke it, where that is known.
 */
public final class GroupException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened to the group
   */
  public GroupException(String message) {
    super(message);
  }

  /**
   * Creates the exception.
   *
   * @param message what happened to the group
   * @param cause what it comes from, null where that is not known
   */
  public GroupException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
