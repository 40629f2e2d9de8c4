package org.burstlog;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Something Burstlog could not do. The message says what, where and what to do about it.
 *
 * <p>An {@link IOException}, so that code which already handles failing output handles this too.
 */
public class BurstlogException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened, where, and the remedy
   */
  public BurstlogException(String message) {
    super(message);
  }

  /**
   * Creates the exception.
   *
   * @param message what happened, where, and the remedy
   * @param cause what it comes from
   */
  public BurstlogException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Says what an exception says: its message, or its kind where it has none.
   *
   * @param failure what was thrown
   * @return the text, never null
   */
  public static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getName() : message;
  }

  /**
   * Says why something failed, for a message about it.
   *
   * @param failure what was thrown
   * @return its message, or its kind where the message alone says too little
   */
  public static String reason(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof NoSuchFileException gone) {
      return gone.getFile() + " does not exist";
    }
    if (failure instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    if (failure instanceof FileSystemException named && named.getReason() == null) {
      return failure.getClass().getSimpleName() + ": " + message;
    }
    return failure instanceof IOException && message != null ? message : failure.toString();
  }
}
