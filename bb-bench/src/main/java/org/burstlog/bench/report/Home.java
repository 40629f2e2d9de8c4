package org.burstlog.bench.report;

import java.nio.file.Path;
import org.burstlog.BurstlogException;

/** Where this project is, as its launcher tells. */
final class Home {
  private Home() {}

  static String launcher() throws BurstlogException {
    return property("bb.launcher");
  }

  static Path path() throws BurstlogException {
    return Path.of(property("bb.home"));
  }

  private static String property(String name) throws BurstlogException {
    String value = System.getProperty(name);
    if (value == null) {
      throw new BurstlogException("benchmarks need mpirun; start them by './bb bench'");
    }
    return value;
  }
}
