package org.burstlog.bench.kernel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sets of parameters by name, in the order in which they are told of. */
final class Presets {
  private final Map<String, Map<String, String>> all = new LinkedHashMap<>();

  /**
   * Adds a preset.
   *
   * @param name its name
   * @param values as a user would set them: {@code key=value key=value}
   */
  Presets add(String name, String values) {
    Map<String, String> preset = new LinkedHashMap<>();
    for (String one : values.split(" ", -1)) {
      int at = one.indexOf('=');
      preset.put(one.substring(0, at), one.substring(at + 1));
    }
    all.put(name, Collections.unmodifiableMap(preset));
    return this;
  }

  /** What a kernel answers. */
  Map<String, Map<String, String>> toMap() {
    return Collections.unmodifiableMap(all);
  }
}
