package org.burstlog.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.burstlog.Setting;
import org.burstlog.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb settings}: what can be set, and what is. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = "Lists every setting with its value in force here, its default and its meaning.")
public final class SettingsVerb implements Verb {
  /** Creates the verb. */
  public SettingsVerb() {}

  @Option(
      names = "--markdown",
      description = "Write the page of the documentation that lists all settings.")
  private boolean markdown;

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (markdown) {
      out.print(SettingsPage.markdown());
      return OK;
    }
    Settings settings = Settings.load();
    for (Setting<?> setting : Settings.all()) {
      String value = settings.text(setting);
      out.printf(
          Locale.ROOT,
          "%s = %s%s%n",
          setting.property(),
          value.isEmpty() ? "(not set)" : value,
          value.equals(setting.defaultText()) ? "" : "   (default " + shown(setting) + ")");
      out.printf(Locale.ROOT, "    %s%n", setting.meaning());
      out.printf(Locale.ROOT, "    %s; environment: %s%n", setting.values(), setting.variable());
    }
    return OK;
  }

  private static String shown(Setting<?> setting) {
    return setting.defaultText().isEmpty() ? "not set" : setting.defaultText();
  }
}
