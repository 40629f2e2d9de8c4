package org.burstlog.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.burstlog.BurstlogException;
import org.burstlog.job.Hook;
import org.burstlog.settings.Setting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb job hook}: texts for scripts of jobs and hooks of schedulers. */
@Command(
    name = "hook",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the text for the script of a job (script, datawarp, flux) or for a hook of its"
          + " scheduler (slurm-epilog, slurm-lua). The text moves records that are pending at the"
          + " end of the job to their files.",
      "Read the text before you use it."
    })
final class JobHookVerb implements Verb {
  @Parameters(
      paramLabel = "HOOK",
      description = "script, slurm-epilog, slurm-lua, datawarp or flux.")
  private String name = "";

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description = "The tier. Default: the one that the settings name.")
  private @Nullable Path tier;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "How long moving may take; default ${DEFAULT-VALUE}.")
  private String budget = "120s";

  @Option(
      names = "--command",
      paramLabel = "BB",
      description = "How bb is called there; default ${DEFAULT-VALUE}.")
  private String command = "bb";

  /** Creates the verb. */
  JobHookVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Path place = Selection.chosen(tier == null ? List.of() : List.of(tier)).get(0);
    out.print(hook().text(command, place.toAbsolutePath(), time()));
    return OK;
  }

  private Hook hook() throws BurstlogException {
    try {
      return Hook.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      String names =
          Arrays.stream(Hook.values())
              .map(hook -> hook.name().toLowerCase(Locale.ROOT).replace('_', '-'))
              .collect(Collectors.joining(", "));
      throw new BurstlogException("there is no hook " + name + "; the hooks are " + names, e);
    }
  }

  private Duration time() throws BurstlogException {
    try {
      return Setting.time("", "0s", "").read(budget);
    } catch (IllegalArgumentException e) {
      throw new BurstlogException("--budget " + budget + ": no time; give one such as 120s", e);
    }
  }
}
