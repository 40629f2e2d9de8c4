package org.burstlog.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.bench.ladder.Rung;

/** What a ladder has found, as tables and as a plot in the manner of a roofline. */
final class LadderReport {
  private static final int STEP = 6;
  private static final double SMALLEST = 1 << 10;
  private static final double LARGEST = 16 << 20;

  private final List<Rung> rungs;
  private final Peaks peaks;
  private final List<KernelShare> kernels;
  private final Map<String, Double> model;

  LadderReport(
      List<Rung> rungs, Peaks peaks, List<KernelShare> kernels, Map<String, Double> model) {
    this.rungs = rungs;
    this.peaks = peaks;
    this.kernels = kernels;
    this.model = model;
  }

  /** What follows from what was measured, as further steps. */
  static List<Rung> computed(List<Rung> rungs, Peaks peaks) {
    int ranks = rungs.stream().mapToInt(Rung::ranks).max().orElseThrow();
    int nodes = rungs.stream().mapToInt(Rung::nodes).max().orElseThrow();
    List<Rung> computed = new ArrayList<>();
    for (Peaks.Limit limit : peaks.puts()) {
      computed.add(
          new Rung(STEP, "limit of puts: " + limit.name(), ranks, nodes, 0, limit.mib(), 0));
    }
    for (Peaks.Limit limit : peaks.drains()) {
      computed.add(
          new Rung(STEP, "limit of drains: " + limit.name(), ranks, nodes, 0, limit.mib(), 0));
    }
    computed.add(new Rung(STEP, "peak of puts", ranks, nodes, 0, peaks.put().mib(), 0));
    computed.add(new Rung(STEP, "peak of drains", ranks, nodes, 0, peaks.drain().mib(), 0));
    return computed;
  }

  List<Table> tables() {
    Table steps = new Table("step", "ranks", "bytes a request", "MiB/s", "requests/s");
    for (Rung rung : rungs) {
      steps.row(
          rung.step() + " " + rung.name(),
          String.valueOf(rung.ranks()),
          rung.bytes() == 0 ? "-" : String.valueOf(rung.bytes()),
          Table.figure(rung.mib()),
          Table.figure(rung.operations()));
    }
    Table shares =
        new Table(
            "7 kernel",
            "MiB/s",
            "in puts",
            "of put peak",
            "in drains",
            "of drain peak",
            "of target's limit",
            "verified");
    for (KernelShare kernel : kernels) {
      shares.row(
          kernel.name(),
          Table.figure(kernel.best().bandwidth()),
          Table.figure(kernel.best().putBandwidth()),
          share(kernel.ofPut()),
          Table.figure(kernel.drainBandwidth()),
          share(kernel.ofDrain()),
          share(kernel.ofTarget()),
          kernel.best().verified() ? "yes" : "NO");
    }
    return kernels.isEmpty() ? List.of(steps) : List.of(steps, shares);
  }

  /**
   * Here a share above one is told: then a limit was measured in a worse moment than the kernel.
   */
  private static String share(double share) {
    return Double.isNaN(share) || share == 0 ? "-" : Table.figure(share * 100) + " %";
  }

  /** Rates over the size of a request: lines of layers, peaks above them, and a point a kernel. */
  Map<String, byte[]> plots() throws IOException {
    Map<String, Map<Double, Double>> lines = new LinkedHashMap<>();
    int all = rungs.stream().mapToInt(Rung::ranks).max().orElseThrow();
    for (String name : List.of("tier write and sync", "exchange of all", "exchange in pairs")) {
      Map<Double, Double> points = new TreeMap<>();
      for (Rung rung : rungs) {
        if (rung.name().equals(name) && (rung.ranks() == all || rung.step() == 3)) {
          points.put((double) rung.bytes(), rung.mib());
        }
      }
      if (!points.isEmpty()) {
        lines.put(name, points);
      }
    }
    if (!model.isEmpty()) {
      int nodes = rungs.stream().mapToInt(Rung::nodes).max().orElseThrow();
      Map<Double, Double> points = new TreeMap<>();
      for (double size = SMALLEST; size <= LARGEST; size *= 4) {
        points.put(size, nodes * Peaks.client(model, size));
      }
      lines.put("target, computed", points);
    }
    lines.put("put peak: " + peaks.put().name(), flat(peaks.put().mib()));
    lines.put("drain peak: " + peaks.drain().name(), flat(peaks.drain().mib()));
    Map<String, Map<Double, Double>> points = new LinkedHashMap<>();
    for (KernelShare kernel : kernels) {
      if (kernel.best().putSize() > 0) {
        points.put(kernel.name(), Map.of(kernel.best().putSize(), kernel.best().bandwidth()));
      }
    }
    return Map.of("ladder", Charts.roofline(lines, points));
  }

  private static Map<Double, Double> flat(double mib) {
    return new TreeMap<>(Map.of(SMALLEST, mib, LARGEST, mib));
  }
}
