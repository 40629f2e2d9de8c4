package org.burstlog.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb settings}: what can be set, and what is. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = {
      "Lists every setting with its value in force here, its default and its meaning.",
      "Exit code: 0 they are listed, 2 what is set is wrong."
    })
public final class SettingsVerb implements Verb {
  /** Creates the verb. */
  public SettingsVerb() {}

  @Option(
      names = "--markdown",
      description = "Write the page of the documentation that lists all settings.")
  private boolean markdown;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (markdown) {
      out.print(SettingsPage.markdown());
      return OK;
    }
    Settings settings = Settings.load();
    if (json) {
      out.println(json(settings));
      return OK;
    }
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

  private static Json json(Settings settings) {
    Json text = new Json().object();
    text.field(
        "settings",
        Settings.all(),
        (j, setting) ->
            j.object()
                .field("key", setting.property())
                .field("value", settings.text(setting))
                .field("default", setting.defaultText())
                .field("variable", setting.variable())
                .field("takes", setting.values())
                .field("meaning", setting.meaning())
                .end());
    return text.field("exit", OK).end();
  }

  private static String shown(Setting<?> setting) {
    return setting.defaultText().isEmpty() ? "not set" : setting.defaultText();
  }
}
