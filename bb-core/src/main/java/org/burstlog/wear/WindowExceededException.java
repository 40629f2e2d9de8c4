package org.burstlog.wear;

/** More would be written to a tier within a time than its limit allows. */
public final class WindowExceededException extends WearLimitException {
  private static final long serialVersionUID = 1L;

  WindowExceededException(String message, boolean diverts) {
    super(message, "EROFS", diverts);
  }
}
