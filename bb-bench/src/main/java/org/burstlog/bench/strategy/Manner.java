package org.burstlog.bench.strategy;

import org.burstlog.settings.Setting;

/**
 * How an application uses a file, whatever the strategy.
 *
 * @param synced whether each put is durable when it returns
 * @param calls the calls by which strategies with a log put
 */
public record Manner(boolean synced, Calls calls) {
  /** The parameter by which kernels have the calls chosen. */
  public static final Setting<Calls> CALLS =
      Setting.oneOf(
          "calls",
          Calls.class,
          Calls.COLLECTIVE,
          "Whether strategies with a log put by the collective calls of the unchanged application,"
              + " or by independent ones, which a log allows.");

  /** Whether processes wait for each other in a put. */
  public enum Calls {
    /** All processes make the same call together. */
    COLLECTIVE,
    /** Each process puts by itself. */
    INDEPENDENT
  }
}
