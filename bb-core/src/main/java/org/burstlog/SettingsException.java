package org.burstlog;

/** A key that does not exist or a value that a setting does not take; names the nearest known. */
public final class SettingsException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message which setting, which value, and the remedy
   */
  public SettingsException(String message) {
    super(message);
  }
}
