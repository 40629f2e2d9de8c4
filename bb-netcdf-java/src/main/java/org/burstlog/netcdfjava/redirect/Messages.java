package org.burstlog.netcdfjava.redirect;

/**
 * What is said of files: a warning where one is not written as asked, and more when that is asked
 * for.
 */
final class Messages {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** The property that has the agent say what it does with each file. */
  private static final String EXPLAIN = "burstlog.agent.explain";

  private Messages() {}

  static void redirected(String location, String how) {
    explain(location + " is written through the burst buffer; " + how);
  }

  static void passed(String location, String why) {
    explain(location + " is written by NetCDF-Java alone: " + why);
  }

  static void fellThrough(String location, String why) {
    LOGGER.log(
        System.Logger.Level.WARNING,
        location + " is written by NetCDF-Java alone, without the burst buffer: " + why);
  }

  private static void explain(String what) {
    String asked = System.getProperty(EXPLAIN);
    if (asked != null && !asked.equals("false")) {
      LOGGER.log(System.Logger.Level.INFO, what);
    }
  }
}
