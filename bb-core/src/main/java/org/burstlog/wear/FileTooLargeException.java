package org.burstlog.wear;

/** A file of a tier would become larger than its limit allows. */
public final class FileTooLargeException extends WearLimitException {
  private static final long serialVersionUID = 1L;

  FileTooLargeException(String message, boolean diverts) {
    super(message, "EFTYPE", diverts);
  }
}
