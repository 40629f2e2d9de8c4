package org.burstlog;

/** Whether tests that take long in full are to run in full, and not on a sample. */
public final class LongTests {
  private LongTests() {}

  /** Tells whether {@code -Dburstlog.test.long=true} was given. */
  public static boolean wanted() {
    return Boolean.getBoolean("burstlog.test.long");
  }
}
