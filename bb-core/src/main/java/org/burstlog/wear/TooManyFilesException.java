package org.burstlog.wear;

/** More files would be made on a tier within a time than its limit allows. */
public final class TooManyFilesException extends WearLimitException {
  private static final long serialVersionUID = 1L;

  TooManyFilesException(String message, boolean diverts) {
    super(message, "EMFILE", diverts);
  }
}
