package org.burstlog.settings;

/** Settings by their names, as tests use them that set a few of many. */
public final class NamedSettings {
  private NamedSettings() {}

  /** Returns the setting of a name, such as {@code log.layout}. */
  public static Setting<?> named(String key) {
    return Settings.all().stream().filter(s -> s.key().equals(key)).findFirst().orElseThrow();
  }

  /** Sets what names and values say, one behind the other. */
  public static Settings.Builder set(Settings.Builder settings, String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.set(named(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return settings;
  }
}
