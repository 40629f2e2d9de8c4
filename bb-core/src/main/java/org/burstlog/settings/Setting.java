package org.burstlog.settings;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.burstlog.recover.Retention;
import org.burstlog.wear.Quota;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set: its key, what values it takes, and what holds when nobody sets it.
 *
 * @param <T> what a value is once it has been read
 */
public final class Setting<T> {
  /** Units of 1000 are refused: nobody means 16 000 000 bytes of a buffer, and some mean 16 MiB. */
  private static final Map<String, Long> SIZE_UNITS =
      Map.of(
          "", 1L, "b", 1L, "kib", 1L << 10, "mib", 1L << 20, "gib", 1L << 30, "tib", 1L << 40, "k",
          1L << 10, "m", 1L << 20, "g", 1L << 30, "t", 1L << 40);

  private static final long LEAST_RATE = 64 << 10;

  private static final Map<String, Long> TIME_UNITS =
      Map.of("ms", 1L, "s", 1000L, "min", 60_000L, "h", 3_600_000L);

  private final String key;
  private final String defaultText;
  private final String values;
  private final String meaning;
  private final Function<String, T> reader;

  /** Made when it is asked for first; whichever thread makes it, it is the same. */
  private @Nullable T defaultValue;

  private Setting(
      String key, String defaultText, String values, String meaning, Function<String, T> reader) {
    this.key = key;
    this.defaultText = defaultText;
    this.values = values;
    this.meaning = meaning;
    this.reader = reader;
  }

  /**
   * Makes a setting whose values are: a size in B, KiB, MiB, GiB or TiB, such as 64MiB.
   *
   * @param key its key
   * @param defaultText the value that holds when nobody sets it, as it would be written
   * @param meaning what it does, a sentence
   * @return the setting
   */
  public static Setting<Long> size(String key, String defaultText, String meaning) {
    return new Setting<>(
        key,
        defaultText,
        "a size in B, KiB, MiB, GiB or TiB, such as 64MiB",
        meaning,
        text -> number(text, SIZE_UNITS));
  }

  /** As {@link #size}, or a multiple of the capacity of a file system. */
  static Setting<Quota> quota(String key, String meaning) {
    return new Setting<>(
        key,
        "0",
        "a size such as 2TiB, or a multiple of the tier's capacity such as 10x",
        meaning,
        text -> text.endsWith("x") ? Quota.multiple(text) : Quota.of(number(text, SIZE_UNITS)));
  }

  /** As {@link #size}: bytes a second, where a number without a unit is a slip. */
  static Setting<Long> rate(String key, String defaultText, String meaning) {
    return new Setting<>(
        key,
        defaultText,
        "0, or a size of at least 64KiB, such as 200MiB",
        meaning,
        text -> {
          long rate = number(text, SIZE_UNITS);
          if (rate > 0 && rate < LEAST_RATE) {
            throw new IllegalArgumentException(text);
          }
          return rate;
        });
  }

  /**
   * Makes a setting whose values are: a whole number of at least 1.
   *
   * @param key its key
   * @param defaultText the value that holds when nobody sets it, as it would be written
   * @param meaning what it does, a sentence
   * @return the setting
   */
  public static Setting<Integer> count(String key, String defaultText, String meaning) {
    return count(key, 1, defaultText, meaning);
  }

  static Setting<Integer> count(String key, int least, String defaultText, String meaning) {
    return new Setting<>(
        key,
        defaultText,
        "a whole number of at least " + least,
        meaning,
        text -> {
          int count = Integer.parseInt(text);
          if (count < least) {
            throw new IllegalArgumentException(text);
          }
          return count;
        });
  }

  /**
   * Makes a setting whose values are: a time in ms, s, min or h, such as 5s or 200ms.
   *
   * @param key its key
   * @param defaultText the value that holds when nobody sets it, as it would be written
   * @param meaning what it does, a sentence
   * @return the setting
   */
  public static Setting<Duration> time(String key, String defaultText, String meaning) {
    return new Setting<>(
        key,
        defaultText,
        "a time in ms, s, min or h, such as 5s or 200ms",
        meaning,
        text -> Duration.ofMillis(number(text, TIME_UNITS)));
  }

  /**
   * Makes a setting whose values are: on or off.
   *
   * @param key its key
   * @param defaultText the value that holds when nobody sets it, as it would be written
   * @param meaning what it does, a sentence
   * @return the setting
   */
  public static Setting<Boolean> flag(String key, String defaultText, String meaning) {
    return new Setting<>(
        key,
        defaultText,
        "on or off",
        meaning,
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "on", "true", "yes", "1", "enable" -> true;
              case "off", "false", "no", "0", "disable" -> false;
              default -> throw new IllegalArgumentException(text);
            });
  }

  static Setting<Integer> percent(String key, String defaultText, String meaning) {
    return new Setting<>(
        key,
        defaultText,
        "a share from 1% to 100%",
        meaning,
        text -> {
          int percent =
              Integer.parseInt(
                  text.endsWith("%") ? text.substring(0, text.length() - 1).trim() : text);
          if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException(text);
          }
          return percent;
        });
  }

  static Setting<Optional<Instant>> moment(String key, String meaning) {
    return new Setting<>(
        key,
        "",
        "a moment in seconds since 1970, as date +%s prints it, or such as 2026-01-31T18:00:00Z",
        meaning,
        text -> text.isEmpty() ? Optional.empty() : Optional.of(instant(text)));
  }

  private static Instant instant(String text) {
    try {
      return text.indexOf(':') > 0
          ? OffsetDateTime.parse(text).toInstant()
          : Instant.ofEpochSecond(Long.parseLong(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static Setting<String> text(String key, String values, String meaning) {
    return new Setting<>(key, "", values, meaning, text -> text);
  }

  /** Patterns of file names, each perhaps with a number. */
  static Setting<List<Retention.Rule>> rules(String key, String values, String meaning) {
    return new Setting<>(key, "", values, meaning, Setting::rules);
  }

  private static List<Retention.Rule> rules(String text) {
    List<Retention.Rule> rules = new ArrayList<>();
    for (String part : text.split(";", -1)) {
      String rule = part.strip();
      int equals = rule.lastIndexOf('=');
      if (!rule.isEmpty()) {
        String glob = equals < 0 ? rule : rule.substring(0, equals).strip();
        int most =
            equals < 0 ? Integer.MAX_VALUE : Integer.parseInt(rule.substring(equals + 1).strip());
        if (glob.isEmpty() || most < 1) {
          throw new IllegalArgumentException("'" + rule + "' is no pattern with a number");
        }
        // A pattern that cannot be is told now, and not at the first close.
        FileSystems.getDefault().getPathMatcher("glob:" + glob);
        rules.add(new Retention.Rule(glob, most));
      }
    }
    return List.copyOf(rules);
  }

  static Setting<Optional<Path>> tier(String key, String meaning) {
    return new Setting<>(
        key,
        "",
        "a directory, or several tiers separated by commas, such as"
            + " memory:8GiB,/local/ssd,/shared/bb; a size after a colon limits a tier, and memory"
            + " needs one",
        meaning,
        text ->
            text.isEmpty() ? Optional.empty() : Optional.of(TierList.of(text).home().directory()));
  }

  /** Reads a size. */
  static long bytes(String text) {
    return number(text, SIZE_UNITS);
  }

  /**
   * Makes a setting whose values are those of an enumeration.
   *
   * @param <E> the enumeration
   * @param key its key
   * @param type the enumeration
   * @param defaultValue the value that holds when nobody sets it
   * @param meaning what it does, a sentence
   * @return the setting
   */
  public static <E extends Enum<E>> Setting<E> oneOf(
      String key, Class<E> type, E defaultValue, String meaning) {
    String names =
        Arrays.stream(type.getEnumConstants()).map(Setting::name).collect(Collectors.joining(", "));
    return new Setting<>(
        key,
        name(defaultValue),
        "one of " + names,
        meaning,
        text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_')));
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static long number(String text, Map<String, Long> units) {
    int digits = 0;
    while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
      digits++;
    }
    Long unit = units.get(text.substring(digits).trim().toLowerCase(Locale.ROOT));
    if (digits == 0 || unit == null) {
      throw new IllegalArgumentException(text);
    }
    return Math.multiplyExact(Long.parseLong(text.substring(0, digits)), unit);
  }

  /**
   * Reads a value.
   *
   * @param text as it was written
   * @return the value
   * @throws IllegalArgumentException when it is none of those this setting takes
   */
  public T read(String text) {
    try {
      return reader.apply(text.trim());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /**
   * Returns the key.
   *
   * @return the key, such as {@code drain.buffer}
   */
  public String key() {
    return key;
  }

  /**
   * Returns the name of its system property.
   *
   * @return the name, such as {@code burstlog.drain.buffer}
   */
  public String property() {
    return key.isEmpty() ? "burstlog" : "burstlog." + key;
  }

  /**
   * Returns the name of its environment variable.
   *
   * @return the name, such as {@code BURSTLOG_DRAIN_BUFFER}
   */
  public String variable() {
    return property().toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /**
   * Returns what holds when nobody sets it.
   *
   * @return the value as it would be written
   */
  public String defaultText() {
    return defaultText;
  }

  /** Returns what holds when nobody sets it. */
  T defaultValue() {
    T known = defaultValue;
    if (known == null) {
      known = read(defaultText);
      defaultValue = known;
    }
    return known;
  }

  /**
   * Returns which values it takes.
   *
   * @return a phrase such as "on or off"
   */
  public String values() {
    return values;
  }

  /**
   * Returns what it does.
   *
   * @return a sentence
   */
  public String meaning() {
    return meaning;
  }

  @Override
  public String toString() {
    return property();
  }
}
