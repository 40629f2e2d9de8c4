package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.burstlog.bench.ladder.Rung;

/**
 * What puts and drains can reach at best, computed from what each layer reaches alone: the least of
 * its limits.
 *
 * @param puts limits of puts, in MiB/s
 * @param drains limits of drains
 * @param target what contiguous writes to the target have reached
 */
record Peaks(List<Limit> puts, List<Limit> drains, double target) {
  private static final double MIB = 1 << 20;
  private static final int REQUEST = 1 << 20;

  /**
   * A limit.
   *
   * @param name the layer
   * @param mib MiB/s that it lets through
   */
  record Limit(String name, double mib) {}

  /**
   * Computes them.
   *
   * @param rungs what was measured
   * @param model what is known of the target's servers, see {@link Place}
   */
  static Peaks of(List<Rung> rungs, Map<String, Double> model) {
    int all = rungs.stream().mapToInt(Rung::ranks).max().orElseThrow();
    int nodes = rungs.stream().mapToInt(Rung::nodes).max().orElseThrow();
    Predicate<Rung> whole = rung -> rung.ranks() == all;
    List<Limit> puts = new ArrayList<>();
    add(puts, "memory copy", best(rungs, whole, "memory copy"));
    add(puts, "tier write", best(rungs, whole, "tier write"));
    List<Limit> drains = new ArrayList<>();
    add(drains, "tier read", best(rungs, whole, "tier read"));
    add(drains, "exchange", best(rungs, whole, "exchange of all"));
    double target = best(rungs, rung -> true, "target write, aligned");
    if (model.isEmpty()) {
      add(drains, "target as measured", target);
    } else {
      add(drains, "clients", nodes * client(model, REQUEST));
      add(drains, "servers", known(model, "servers") * known(model, "bandwidth_mb") * 1e6 / MIB);
    }
    return new Peaks(puts, drains, target);
  }

  /** MiB/s of a client of the emulated file system, which has one request in flight. */
  static double client(Map<String, Double> model, double request) {
    double seconds =
        (known(model, "round_trip_us") + known(model, "service_us")) / 1e6
            + request / (known(model, "bandwidth_mb") * 1e6);
    return request / MIB / seconds;
  }

  private static double known(Map<String, Double> model, String name) {
    return model.getOrDefault(name, 0.0);
  }

  private static double best(List<Rung> rungs, Predicate<Rung> which, String name) {
    return rungs.stream()
        .filter(which.and(rung -> rung.name().equals(name)))
        .mapToDouble(Rung::mib)
        .max()
        .orElse(0);
  }

  /** What was not measured limits nothing: one process has no exchange. */
  private static void add(List<Limit> limits, String name, double mib) {
    if (mib > 0) {
      limits.add(new Limit(name, mib));
    }
  }

  Limit put() {
    return least(puts);
  }

  Limit drain() {
    return least(drains);
  }

  private static Limit least(List<Limit> limits) {
    return limits.stream().min(Comparator.comparingDouble(Limit::mib)).orElseThrow();
  }
}
