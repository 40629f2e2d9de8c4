package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.burstlog.SettingsException;
import org.burstlog.TierException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.job.DataWarp;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.settings.Settings;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/** Chooses the tier: what is set, else what the job's scheduler offers. */
public final class Tiers {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Directories of a job that its scheduler announces, the most private and fastest first. */
  private static final List<String> OFFERED = List.of("DW_JOB_PRIVATE", "DW_JOB_STRIPED");

  private static final String PERSISTENT = "DW_PERSISTENT_STRIPED_";
  private static final List<String> LAST = List.of("BBPATH", "TMPDIR");

  private Tiers() {}

  /**
   * Chooses the tier.
   *
   * @param settings what is set
   * @param environment the environment, in which schedulers announce directories
   * @return the tier
   * @throws SettingsException when nothing names one, saying what to set
   */
  public static Path choose(Settings settings, Map<String, String> environment)
      throws SettingsException {
    Optional<Path> set = settings.get(Settings.TIER);
    if (set.isPresent()) {
      return set.get();
    }
    String offered = first(OFFERED, environment);
    if (offered == null) {
      offered =
          environment.entrySet().stream()
              .filter(e -> e.getKey().startsWith(PERSISTENT) && !e.getValue().isBlank())
              .sorted(Map.Entry.comparingByKey())
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(null);
    }
    if (offered == null) {
      offered = first(LAST, environment);
    }
    if (offered == null) {
      throw new SettingsException(
          "the burst buffer has no tier; set burstlog.tier (BURSTLOG_TIER) to a directory"
              + " on fast storage, or run where DW_JOB_PRIVATE, DW_JOB_STRIPED,"
              + " DW_PERSISTENT_STRIPED_*, BBPATH or TMPDIR names one");
    }
    return Path.of(offered).toAbsolutePath();
  }

  /**
   * Chooses the tier and checks that it is there. What schedulers offer may be missing in some
   * processes only. Collective.
   *
   * @throws TierException in every process, when any has none
   */
  static Path agree(ProcessGroup group, Path target, Settings settings, Storage storage)
      throws IOException {
    Path[] tier = new Path[1];
    Together.run(
        group,
        TierTelling.opening(target),
        () -> {
          tier[0] = choose(group, target, settings);
          SessionDirectory.checkTier(storage, tier[0]);
        });
    return Objects.requireNonNull(tier[0]);
  }

  /** Chooses it in this process; the first one says so where it was not set. */
  static Path choose(ProcessGroup group, Path target, Settings settings) throws SettingsException {
    Path chosen = choose(settings, System.getenv());
    if (settings.get(Settings.TIER).isEmpty() && group.rank() == 0) {
      LOGGER.log(
          System.Logger.Level.INFO,
          "logs of "
              + target
              + " go to "
              + chosen
              + ", as offered"
              + DataWarp.reach(chosen, System.getenv()).map(reach -> "; " + reach).orElse(""));
    }
    return chosen;
  }

  private static @Nullable String first(List<String> names, Map<String, String> environment) {
    for (String name : names) {
      String value = environment.get(name);
      if (value != null && !value.isBlank()) {
        return value;
      }
    }
    return null;
  }
}
