package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.settings.Setting;

/** What the help says of kernels: a line of each, or all of the one that was named. */
final class KernelHelp {
  private static final int WIDTH = 80;
  private static final int INDENT = 2;

  /** Where what is said begins, of kernels and strategies, and of parameters and presets. */
  private static final int NAMES = 16;

  private static final int VALUES = 26;

  private KernelHelp() {}

  /**
   * Returns the end of the help.
   *
   * @param name what was given as kernel
   * @return lines, each with its end
   */
  static String of(String name) {
    List<String> lines = new ArrayList<>();
    Kernels.all().stream()
        .filter(kernel -> kernel.name().equals(name))
        .findFirst()
        .ifPresentOrElse(kernel -> one(kernel, lines), () -> all(lines));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static void all(List<String> lines) {
    lines.addAll(List.of("", "Kernels; 'bb bench KERNEL --help' tells of parameters and presets:"));
    for (Kernel kernel : Kernels.all()) {
      entry(kernel.name(), kernel.stresses(), NAMES, lines);
      entry("", "presets: " + String.join(", ", kernel.presets().keySet()), NAMES, lines);
    }
    lines.addAll(List.of("", "Strategies:"));
    for (Strategy strategy : Strategies.all()) {
      entry(strategy.name(), strategy.meaning(), NAMES, lines);
    }
    lines.addAll(
        List.of(
            "",
            "Examples:",
            "  bb bench ior --preset strided --tier /local/ssd --target /scratch/me",
            "  bb bench btio --np 1,4,9 --report btio-report",
            "  bb bench ior --vary transfer=4KiB,64KiB,1MiB --json ior.jsonl",
            "  bb bench ior --np 8 --preset strided --pfs emulated:nodes=4,revoke_us=500"));
  }

  private static void one(Kernel kernel, List<String> lines) {
    lines.add("");
    entry(kernel.name(), kernel.stresses(), VALUES, lines);
    lines.addAll(List.of("", "Parameters and their defaults, for --set and --vary:"));
    for (Setting<?> parameter : kernel.parameters()) {
      entry(
          parameter.key() + "=" + parameter.defaultText(),
          parameter.meaning() + " Takes " + parameter.values() + ".",
          VALUES,
          lines);
    }
    lines.addAll(List.of("", "Presets:"));
    for (Map.Entry<String, Map<String, String>> preset : kernel.presets().entrySet()) {
      List<String> values = new ArrayList<>();
      preset.getValue().forEach((key, value) -> values.add(key + "=" + value));
      entry(preset.getKey(), String.join(" ", values), VALUES, lines);
    }
  }

  /** A name and, from a column on, what is said of it, in as many lines as it takes. */
  private static void entry(String name, String text, int column, List<String> lines) {
    StringBuilder line = new StringBuilder(" ".repeat(INDENT)).append(name);
    if (line.length() >= column) {
      lines.add(line.toString());
      line.setLength(0);
    }
    line.append(" ".repeat(column - line.length()));
    for (String word : text.split(" ", -1)) {
      if (line.length() > column) {
        if (line.length() + 1 + word.length() > WIDTH) {
          lines.add(line.toString());
          line = new StringBuilder(" ".repeat(column));
        } else {
          line.append(' ');
        }
      }
      line.append(word);
    }
    lines.add(line.toString());
  }
}
