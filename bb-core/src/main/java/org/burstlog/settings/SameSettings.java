package org.burstlog.settings;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.burstlog.SettingsException;
import org.burstlog.group.Same;

/**
 * Finds out whether the processes that share a target have set the same, where they would wait for
 * each other in different places or write in each other's parts of a log if they had not.
 */
final class SameSettings {
  /**
   * What each process may have its own way: where its log is, how it is written, what its node
   * fails with, and when its part of a drain rests. Not its durability: what the log of a node
   * keeps is found by what any of its processes made durable.
   */
  private static final Set<Setting<?>> OWN =
      Set.of(
          Settings.TIER,
          Settings.TIER_WINDOW,
          Settings.TIER_WINDOW_BYTES,
          Settings.TIER_FILE_BYTES,
          Settings.TIER_FILES,
          Settings.TIER_PROTECT,
          Settings.ACCESS,
          Settings.CHUNK,
          Settings.CAPACITY,
          Settings.SPARE,
          Settings.COPIES_LAG,
          Settings.COPIES_NETWORK,
          Settings.DOMAIN,
          Settings.BATCH_BYTES,
          Settings.BATCH_INTERVAL,
          Settings.DRAIN_RATE,
          Settings.DRAIN_SHARE,
          Settings.DRAIN_DELAY_AT,
          Settings.DRAIN_DEADLINE,
          Settings.DRAIN_SIGNAL);

  /** The others, in the order of the documentation. */
  static final List<Setting<?>> SHARED =
      Settings.all().stream().filter(s -> !OWN.contains(s)).toList();

  private static final String SEPARATOR = "\0";

  private SameSettings() {}

  /**
   * Compares settings.
   *
   * @param settings what this process has set; asked for in the meeting
   */
  static Same of(Supplier<Settings> settings) {
    return new Same(
        () -> values(settings.get()), group -> differ(group.gather(values(settings.get()))));
  }

  private static byte[] values(Settings settings) {
    return String.join(SEPARATOR, settings.shared()).getBytes(StandardCharsets.UTF_8);
  }

  private static SettingsException differ(List<byte[]> all) {
    Map<Setting<?>, Map<String, List<Integer>>> ranks = new LinkedHashMap<>();
    for (int rank = 0; rank < all.size(); rank++) {
      String[] values = new String(all.get(rank), StandardCharsets.UTF_8).split(SEPARATOR, -1);
      for (int i = 0; i < SHARED.size(); i++) {
        ranks
            .computeIfAbsent(SHARED.get(i), s -> new LinkedHashMap<>())
            .computeIfAbsent(values[i], v -> new ArrayList<>())
            .add(rank);
      }
    }
    StringBuilder message =
        new StringBuilder("processes that share a target must have the same settings, but ");
    StringBuilder variables = new StringBuilder();
    ranks.forEach(
        (setting, values) -> {
          if (values.size() > 1) {
            message.append(variables.isEmpty() ? "" : "; ").append(describe(setting, values));
            variables.append(" -x ").append(setting.variable());
          }
        });
    message
        .append(". Set them for all, for example in the job script, with mpirun")
        .append(variables);
    return new SettingsException(message.toString());
  }

  private static String describe(Setting<?> setting, Map<String, List<Integer>> values) {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (value, who) -> {
          text.append(text.isEmpty() ? "" : " and ").append(value.isEmpty() ? "nothing" : value);
          text.append(who.size() == 1 ? " in rank " : " in ranks ").append(some(who));
        });
    return (setting.key().isEmpty() ? "the burst buffer" : setting.key()) + " is " + text;
  }

  private static String some(List<Integer> ranks) {
    int most = Math.min(ranks.size(), 8);
    String first = ranks.subList(0, most).toString();
    return first.substring(1, first.length() - 1)
        + (ranks.size() > most ? " and " + (ranks.size() - most) + " more" : "");
  }
}
