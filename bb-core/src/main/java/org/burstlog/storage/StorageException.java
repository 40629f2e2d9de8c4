package org.burstlog.storage;

import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * The tier failed, and not for want of space. The message names the file, what the system said, and
 * what to do.
 */
public final class StorageException extends BurstlogException {
  /** What helps where {@linkplain #isTooManyOpenFiles a process has too many files open}. */
  public static final String FEWER_OPEN_FILES =
      "raise the limit of the process (ulimit -n), or open fewer files at a time";

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  private final Reason reason;

  /** What may be wrong with a tier. */
  public enum Reason {
    /** The process, or the machine, has as many files open as it may. */
    TOO_MANY_OPEN_FILES,
    /** It cannot be written, or not be locked: another directory has to be chosen. */
    UNSUITABLE,
    /** The device, the server or the file system is broken, or says what nobody knows. */
    BROKEN
  }

  StorageException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /**
   * Tells whether something failed because the process, or the machine, has as many files open as
   * it may, here or in another process whose message this repeats.
   *
   * @param failure what was thrown
   * @return true when it, or what it comes from, says so
   */
  public static boolean isTooManyOpenFiles(@Nullable Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (BurstlogException.messageOf(e).contains(Failures.TOO_MANY_OPEN_FILES)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns what is wrong.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }
}
