package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.settings.Nearest;

/**
 * What is compared with the C library.
 *
 * @param name what it is called here
 * @param kernel the kernel
 * @param parameters that both sides know, as text
 * @param more what only ours have to be told to do the same
 */
record PeerCase(
    String name, String kernel, Map<String, String> parameters, Map<String, String> more) {
  /** The parameter by which our kernels put together or each process by itself. */
  static final String CALLS = "calls";

  static final String COLLECTIVE = "collective";
  static final String INDEPENDENT = "independent";

  private static final List<PeerCase> ALL =
      List.of(
          ior("ior-contiguous", "512", "64KiB", "64KiB"),
          ior("ior-strided", "1", "32MiB", "64KiB"),
          ior("ior-contiguous-1m", "32", "1MiB", "1MiB"),
          ior("ior-strided-1m", "1", "32MiB", "1MiB"),
          new PeerCase("btio", "btio", Map.of("grid", "128", "steps", "4"), Map.of()),
          new PeerCase(
              "flash",
              "flash",
              Map.of("blocks", "80", "cells", "16", "guard", "4", "unknowns", "24"),
              Map.of("files", "checkpoint")));

  private static PeerCase ior(String name, String segments, String block, String transfer) {
    return new PeerCase(
        name, "ior", Map.of("segments", segments, "block", block, "transfer", transfer), Map.of());
  }

  static List<PeerCase> all() {
    return ALL;
  }

  static List<PeerCase> named(List<String> names) throws BurstlogException {
    List<PeerCase> cases = new ArrayList<>();
    List<String> known = ALL.stream().map(PeerCase::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new BurstlogException(
            "there is no case '"
                + name
                + "'; the nearest is '"
                + Nearest.to(name, known)
                + "', all are "
                + String.join(", ", known));
      }
      cases.add(ALL.get(known.indexOf(name)));
    }
    return cases.isEmpty() ? ALL : cases;
  }

  /** The same for our own kernels. */
  Request request(int np, List<String> strategies, String calls) throws BurstlogException {
    Map<String, String> set = new LinkedHashMap<>(parameters);
    set.putAll(more);
    set.put(CALLS, calls);
    Request request = new Request(Kernels.named(kernel), null, set, np, strategies);
    request.check();
    return request;
  }

  /** What the program of the C library is given. */
  List<String> arguments(Place place, List<String> strategies, int repeat) {
    List<String> arguments = new ArrayList<>(List.of(kernel));
    arguments.addAll(List.of("--strategies", String.join(",", strategies)));
    arguments.addAll(List.of("--target", place.target().toString()));
    arguments.addAll(List.of("--tier", place.tier().toString()));
    arguments.addAll(List.of("--repeat", String.valueOf(repeat)));
    parameters.forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
    return arguments;
  }
}
