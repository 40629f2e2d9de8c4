package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.report.Recorder;
import org.burstlog.report.ReportFile;
import org.burstlog.report.ReportPage;
import org.burstlog.report.ReportText;
import org.burstlog.report.Run;
import org.burstlog.report.Subject;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counters;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/** The report of one file, from its opening to its close, where one is asked for. */
final class Reporting {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** What advice follows from. */
  private static final List<Setting<?>> TOLD =
      List.of(
          Settings.LAYOUT,
          Settings.CAPACITY,
          Settings.DURABILITY,
          Settings.COPIES,
          Settings.DRAIN_MODE,
          Settings.DRAIN_EPOCHS,
          Settings.DRAIN_CLOSE);

  private final ProcessGroup group;
  private final TargetFile target;
  private final Settings settings;
  private final Recorder recorder;

  private Reporting(ProcessGroup group, TargetFile target, Settings settings, Recorder recorder) {
    this.group = group;
    this.target = target;
    this.settings = settings;
    this.recorder = recorder;
  }

  /**
   * Begins. Collective where the group does not know its nodes.
   *
   * @return null where no report is asked for
   */
  static @Nullable Reporting of(
      ProcessGroup group,
      TargetFile target,
      Settings settings,
      boolean crowded,
      Depot depot,
      Counters counters)
      throws IOException {
    if (!settings.get(Settings.SWITCH) || settings.get(Settings.REPORT) == Settings.Report.OFF) {
      return null;
    }
    Map<String, String> told = new LinkedHashMap<>();
    for (Setting<?> setting : TOLD) {
      told.put(setting.key(), String.valueOf(settings.get(setting)).toLowerCase(Locale.ROOT));
    }
    Subject subject =
        new Subject(
            TargetPath.text(target.path()),
            group.size(),
            group.rank(),
            group.nodes().leader(group.rank()),
            System.currentTimeMillis(),
            crowded,
            told);
    Recorder recorder = new Recorder(subject, counters, depot.storage()::nanoTime, target);
    return new Reporting(group, target, settings, recorder);
  }

  /** Returns the target as drains use it. */
  TargetFile measured() {
    return recorder.measured(target);
  }

  /**
   * Begins to look at what is counted.
   *
   * @param puts tells what is pending
   * @param tier the door to the tier; null where there are no logs, so that a crash leaves nothing
   */
  void begin(Puts puts, @Nullable Storage tier) {
    recorder.begin(puts::pendingBytes, tier == null ? null : open(tier));
  }

  private @Nullable ReportFile open(Storage storage) {
    try {
      Path own = storage.own(settings.get(Settings.TIER).orElseThrow());
      if (group.nodes().isLeader(group.rank())) {
        ReportFile.clean(storage, own);
      }
      return ReportFile.open(storage, own, group.identity(), group.rank());
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "no report of " + target.path() + " on its tier", e);
      return null;
    }
  }

  /** Reports, when all is in the target. Collective. */
  void end(String explanation) throws IOException {
    Run run = recorder.end(group);
    if (group.rank() != 0) {
      return;
    }
    LOGGER.log(System.Logger.Level.INFO, ReportText.of(run) + "\n  " + explanation);
    try {
      if (settings.get(Settings.REPORT) == Settings.Report.HTML) {
        tell(ReportPage.html(run, target.path()));
      } else if (settings.get(Settings.REPORT) == Settings.Report.JSON) {
        tell(ReportPage.json(run, target.path()));
      }
    } catch (IOException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "the report of "
              + target.path()
              + " could not be written beside it: "
              + BurstlogException.reason(e));
    }
  }

  private static void tell(Path page) {
    LOGGER.log(System.Logger.Level.INFO, "the report is in " + page);
  }

  /** Ends without a report, because the logs are left for recovery. */
  void leave() {
    recorder.leave();
  }
}
