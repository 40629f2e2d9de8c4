package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.BurstlogException;

/** A parallel file system on nodes of this machine, started for one run. */
sealed interface Pfs permits EmulatedPfs, MooseFs {
  /** The parameter that says how many nodes there are. */
  String NODES = "nodes";

  int DEFAULT_NODES = 4;
  int MOST_NODES = 200;

  /** Reads {@code name:key=value,key=value}. */
  static Pfs parse(String text) throws BurstlogException {
    String[] parts = text.split(":", 2);
    Map<String, String> parameters = new LinkedHashMap<>();
    String rest = parts.length > 1 ? parts[1] : "";
    for (String one : rest.isEmpty() ? new String[0] : rest.split(",", -1)) {
      String[] pair = one.split("=", 2);
      if (pair.length < 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
        throw new BurstlogException("--pfs: '" + one + "' is not KEY=VALUE");
      }
      parameters.put(pair[0], pair[1]);
    }
    return switch (parts[0]) {
      case EmulatedPfs.NAME -> EmulatedPfs.of(parameters);
      case MooseFs.NAME -> MooseFs.of(parameters);
      default ->
          throw new BurstlogException(
              "--pfs takes emulated or moosefs, with :KEY=VALUE,KEY=VALUE behind it or without,"
                  + " and not '"
                  + text
                  + "'");
    };
  }

  /** Takes a number out of what is given. */
  static int number(Map<String, String> parameters, String key, int otherwise, int most)
      throws BurstlogException {
    String text = parameters.remove(key);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("[1-9][0-9]{0,2}") || Integer.parseInt(text) > most) {
      throw new BurstlogException(
          "--pfs: " + key + " is a number from 1 to " + most + ", and not '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  /** Starts everything; {@code undo} takes it down, whatever happens on the way. */
  Place start(Path home, Options given, Undo undo) throws IOException, InterruptedException;
}
