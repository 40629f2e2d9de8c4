package org.burstlog.netcdf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.Tiers;
import org.burstlog.recover.AttachPolicy;
import org.burstlog.settings.Settings;
import org.burstlog.settings.TierList;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the verbs that read a file together with its logs are told where those are. */
final class ReadingOptions {
  private static final List<String> POLICIES = List.of("auto", "require", "partial", "off");

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description = "Where the logs of the file are. Default: the tier that the settings name.")
  private @Nullable Path tier;

  @Option(
      names = "--attach",
      paramLabel = "POLICY",
      description = {
        "What to do with logs that cannot be read. 'auto' refuses the file. 'require' also refuses"
            + " it where a log may belong to it and this cannot be found out. 'partial' reads what"
            + " can be read. 'off' reads no logs. Default: what burstlog.attach is set to, or auto."
      })
  private @Nullable String attach;

  /** Checks that there is a file to read, which an error of the file system tells less well. */
  static void requireFile(Path target) throws BurstlogException {
    if (!TargetPath.exists(target)) {
      throw new BurstlogException(
          target
              + (TargetPath.isDirectory(target)
                  ? " is a directory; name a file in it"
                  : " does not exist; check the path"));
    }
  }

  /**
   * Returns the settings to read with. What the environment says of recovery is for programs: who
   * asks to see what logs have wants to see it.
   */
  Settings settings() throws BurstlogException {
    Settings.Builder settings =
        Settings.load().toBuilder().set(Settings.SWITCH, "on").set(Settings.RECOVER, "auto");
    if (attach != null) {
      if (!POLICIES.contains(attach)) {
        throw new BurstlogException(
            "--attach '" + attach + "' is not known; give auto, require, partial or off");
      }
      settings.set(Settings.ATTACH, attach);
    }
    if (tier != null) {
      settings.set(Settings.TIER, TierList.text(tier.toAbsolutePath()));
    }
    Settings chosen = settings.build();
    if (chosen.get(Settings.ATTACH) == AttachPolicy.OFF) {
      return chosen;
    }
    // A tier that is not there has no logs: without this check a wrong name would hide all of them.
    Path place = Tiers.choose(chosen, System.getenv());
    if (!Files.isDirectory(place)) {
      throw new BurstlogException(
          "the tier "
              + place
              + " does not exist or is no directory; name the directory that the program used, by"
              + " --tier");
    }
    return chosen.toBuilder().set(Settings.TIER, TierList.text(place)).build();
  }
}
