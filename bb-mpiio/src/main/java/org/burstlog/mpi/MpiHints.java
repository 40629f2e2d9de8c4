package org.burstlog.mpi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.settings.Settings;

/**
 * Hints for MPI-IO, such as {@code cb_nodes=4;striping_factor=16}: handed to MPI as they are, and
 * MPI leaves out those it does not know.
 *
 * <p>Striping hints count only when the file is made.
 */
public final class MpiHints {
  private static final MpiHints NONE = new MpiHints(Map.of());
  private static final String REMEDY =
      "; write mpi.hints as key=value;key=value, for example cb_nodes=4;striping_unit=1048576";

  private final Map<String, String> values;

  private MpiHints(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Returns no hints.
   *
   * @return hints without any
   */
  public static MpiHints none() {
    return NONE;
  }

  /**
   * Returns the hints that are set.
   *
   * @param settings what is set
   * @return the hints of {@link Settings#MPI_HINTS}
   * @throws BurstlogException when that is not of its form
   */
  public static MpiHints of(Settings settings) throws BurstlogException {
    return parse(settings.get(Settings.MPI_HINTS));
  }

  static MpiHints of(Map<String, String> values) {
    return new MpiHints(values);
  }

  /** A hint that is a number of things; what is none or less than one, MPI leaves out too. */
  long number(String key, long otherwise) {
    String text = values.getOrDefault(key, "");
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text);
      return value > 0 ? value : otherwise;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /**
   * Reads hints as the setting {@code mpi.hints} has them.
   *
   * @param text {@code key=value;key=value}, or nothing
   * @return the hints
   * @throws BurstlogException when it is not of that form
   */
  public static MpiHints parse(String text) throws BurstlogException {
    Map<String, String> values = new LinkedHashMap<>();
    for (String hint : text.split(";", -1)) {
      if (hint.isBlank()) {
        continue;
      }
      int equals = hint.indexOf('=');
      String key = equals < 0 ? "" : hint.substring(0, equals).strip();
      String value = hint.substring(equals + 1).strip();
      if (key.isEmpty() || value.isEmpty()) {
        throw new BurstlogException("'" + hint.strip() + "' in mpi.hints is no hint" + REMEDY);
      }
      requireShort("key", key, LibMpi.MPI_MAX_INFO_KEY);
      requireShort("value", value, LibMpi.MPI_MAX_INFO_VAL);
      if (values.putIfAbsent(key, value) != null) {
        throw new BurstlogException("mpi.hints has the key '" + key + "' twice; leave one out");
      }
    }
    return new MpiHints(values);
  }

  /** MPI would end the job over these, so they are found out here. */
  private static void requireShort(String what, String text, int limit) throws BurstlogException {
    int length = MpiLibrary.text(text).length - 1;
    if (length >= limit) {
      throw new BurstlogException(
          "'"
              + text
              + "' in mpi.hints is a "
              + what
              + " of "
              + length
              + " bytes, and MPI takes "
              + (limit - 1)
              + REMEDY);
    }
  }

  /**
   * Returns the hints by key, in their order.
   *
   * @return the hints, unmodifiable
   */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(values);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (key, value) ->
            text.append(text.isEmpty() ? "" : ";").append(key).append('=').append(value));
    return text.toString();
  }
}
