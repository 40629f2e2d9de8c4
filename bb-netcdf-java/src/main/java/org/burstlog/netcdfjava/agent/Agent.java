package org.burstlog.netcdfjava.agent;

import java.lang.instrument.Instrumentation;
import java.util.Locale;
import java.util.Set;

/** Begins when a JVM is started with this as its agent. */
public final class Agent {
  private static final Set<String> ON = Set.of("on", "true", "yes", "1", "enable");
  private static final String HINT = "nc_burst_buf=enable";

  private Agent() {}

  /**
   * Has classes of NetCDF-Java changed when they are loaded; does nothing when the burst buffer is
   * switched off.
   *
   * @param arguments none
   * @param instrumentation of this JVM
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    if (isOn()) {
      instrumentation.addTransformer(new Transformer());
    }
  }

  /** Whether the settings may say so; what they say is found out when a file is written. */
  private static boolean isOn() {
    String said = System.getProperty("burstlog", System.getenv("BURSTLOG"));
    if (said != null) {
      return ON.contains(said.toLowerCase(Locale.ROOT));
    }
    String hints = System.getenv("PNETCDF_HINTS");
    return hints != null && hints.replace(" ", "").toLowerCase(Locale.ROOT).contains(HINT);
  }
}
