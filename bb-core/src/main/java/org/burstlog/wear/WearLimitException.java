package org.burstlog.wear;

import org.burstlog.BurstlogException;

/** A limit of a tier is reached. What was to be written is not, and everything before it is. */
public abstract sealed class WearLimitException extends BurstlogException
    permits WindowExceededException, TooManyFilesException, FileTooLargeException {
  private static final long serialVersionUID = 1L;

  /** Whether what was to be written goes to the target instead. */
  private final boolean diverts;

  /** The name that other burst buffers have for it. */
  private final String errno;

  WearLimitException(String message, String errno, boolean diverts) {
    super(message);
    this.errno = errno;
    this.diverts = diverts;
  }

  /**
   * Tells whether what was to be written goes to the target instead.
   *
   * @return false when the call fails
   */
  public final boolean diverts() {
    return diverts;
  }

  /**
   * Returns the name of the error by which burst buffers of other makes tell this.
   *
   * @return such as {@code EROFS}
   */
  public final String errno() {
    return errno;
  }
}
