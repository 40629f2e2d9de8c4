package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.settings.Nearest;

/** The parameters of a machine, and what something takes there. */
final class Machine {
  private static final double NANOS = 1e3;
  private static final double MOST = 1e12;

  /** What there is at least one of. */
  private static final Set<Parameter> COUNTS =
      Set.of(Parameter.RANKS_PER_NODE, Parameter.SERVERS, Parameter.STRIPE, Parameter.REQUEST);

  private final Map<Parameter, Double> values = new EnumMap<>(Parameter.class);

  /** One with the usual values. */
  Machine() {
    for (Parameter each : Parameter.values()) {
      values.put(each, each.usual);
    }
  }

  private Machine(Machine other) {
    values.putAll(other.values);
  }

  /** The same with another value. */
  Machine with(Parameter parameter, double value) {
    Machine changed = new Machine(this);
    changed.values.put(parameter, value);
    return changed;
  }

  /** The same with values by their names. */
  Machine with(Map<String, String> texts) throws BurstlogException {
    Machine changed = new Machine(this);
    List<String> keys = List.of(Parameter.values()).stream().map(Parameter::key).toList();
    for (Map.Entry<String, String> one : texts.entrySet()) {
      if (!keys.contains(one.getKey())) {
        throw new BurstlogException(
            Nearest.unknown("a machine has no parameter", one.getKey(), keys));
      }
      Parameter parameter = Parameter.valueOf(one.getKey().toUpperCase(Locale.ROOT));
      changed.values.put(parameter, number(parameter, one.getValue()));
    }
    return changed;
  }

  private static double number(Parameter parameter, String text) throws BurstlogException {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = -1;
    }
    String key = parameter.key();
    boolean rate = key.endsWith("_mb");
    if (!(value >= (COUNTS.contains(parameter) ? 1 : 0)) || value > MOST || (rate && value == 0)) {
      throw new BurstlogException(
          "parameter '"
              + key
              + "' of a machine is a number, at least 1 where it counts and more than 0 where it is"
              + " a rate, and not '"
              + text
              + "'; give another");
    }
    return value;
  }

  double get(Parameter parameter) {
    return values.getOrDefault(parameter, parameter.usual);
  }

  long whole(Parameter parameter) {
    return (long) get(parameter);
  }

  /** Nanoseconds of a parameter in microseconds. */
  long nanos(Parameter micros) {
    return (long) (get(micros) * NANOS);
  }

  /** Nanoseconds that so many bytes take. */
  long nanos(long bytes, Parameter rate) {
    return (long) (bytes * NANOS / get(rate));
  }

  /** Lines that {@link #read} reads. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    values.forEach((key, value) -> lines.add(key.key() + " = " + value + "   # " + key.meaning));
    return lines;
  }

  /** Reads lines of a key and a value; what follows a # is for people. */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String text = line.split("#", 2)[0].strip();
      if (text.isEmpty()) {
        continue;
      }
      String[] pair = text.split("=", 2);
      if (pair.length < 2) {
        throw new BurstlogException(
            file + ": '" + text + "' is not KEY = VALUE; let 'bb calibrate' write the file anew");
      }
      texts.put(pair[0].strip(), pair[1].strip());
    }
    return texts;
  }
}
