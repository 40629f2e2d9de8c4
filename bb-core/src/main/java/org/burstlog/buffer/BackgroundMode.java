package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.depot.Depot;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogFiles;
import org.burstlog.log.option.LogOptions;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counters;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Whether the drains of a file go on in the background, as far as that is possible, and by whom;
 * the same in every process.
 */
final class BackgroundMode {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Logs that take less than this are full before a drain in the background is worth anything. */
  private static final long LEAST_CAPACITY = 1 << 20;

  private final Depot depot;
  private final boolean speaks;
  private final Path target;
  private final int epochs;
  private final boolean sliced;

  /** Where drains that are sliced can be written by a thread; null where they cannot. */
  private @Nullable TargetFile aside;

  private boolean on;

  /** What keeps drains from going on in a better way. */
  private String why =
      "drain.mode is foreground; set burstlog.drain.mode (BURSTLOG_DRAIN_MODE) to background";

  private BackgroundMode(ProcessGroup group, Path target, int epochs, boolean on, Depot depot) {
    this.depot = depot;
    this.speaks = group.rank() == 0;
    this.target = target;
    this.epochs = epochs;
    this.on = on;
    this.sliced = !group.concurrent();
  }

  /**
   * Finds out what is possible.
   *
   * @param tooSmall whether {@link #isTooSmall} in any process
   */
  static BackgroundMode of(
      ProcessGroup group, Path target, Settings settings, Depot depot, boolean tooSmall)
      throws IOException {
    int epochs = settings.get(Settings.DRAIN_EPOCHS);
    BackgroundMode mode = new BackgroundMode(group, target, epochs, isWanted(settings), depot);
    if (mode.on) {
      mode.requirePossible(group, settings, tooSmall);
    }
    return mode;
  }

  private static boolean isWanted(Settings settings) {
    return settings.get(Settings.SWITCH)
        && settings.get(Settings.DRAIN_MODE) == Settings.DrainMode.BACKGROUND;
  }

  /**
   * Tells whether the limit of this process is too small for as many logs as it needs. Each may
   * have set its own, so all have to be told before they choose.
   */
  static boolean isTooSmall(ProcessGroup group, Settings settings) throws IOException {
    long capacity = settings.get(Settings.CAPACITY);
    if (capacity == 0 || !isWanted(settings)) {
      return false;
    }
    // Where the layout is found by itself, processes share only a log that is large enough.
    int sharers =
        settings.get(Settings.LAYOUT) == Settings.Layout.NODE
            ? group.nodes().sharedWith(group.rank()).size()
            : 1;
    return !holdsLogs(settings, sharers);
  }

  /** Tells whether the limit of this process holds the logs it needs when so many share one. */
  static boolean holdsLogs(Settings settings, int sharers) {
    long capacity = settings.get(Settings.CAPACITY);
    if (capacity == 0) {
      return true;
    }
    long least = LogFiles.least(settings.logOptions(), sharers);
    return isWanted(settings)
        ? capacity / (settings.get(Settings.DRAIN_EPOCHS) + 1) >= Math.max(LEAST_CAPACITY, least)
        : capacity >= least;
  }

  private void requirePossible(ProcessGroup group, Settings settings, boolean tooSmall)
      throws IOException {
    if (settings.get(Settings.STRATEGY) == Strategy.COLLECTIVE) {
      turnOff(
          "drain.strategy is collective, and the program itself may make collective calls"
              + " meanwhile; set burstlog.drain.strategy (BURSTLOG_DRAIN_STRATEGY) to auto");
    } else if (tooSmall) {
      turnOff(
          "log.capacity "
              + (isTooSmall(group, settings)
                  ? "is " + settings.get(Settings.CAPACITY) + " bytes, too few for "
                  : "of another process is too small for ")
              + (epochs + 1)
              + " logs; raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)");
    } else if (sliced) {
      why =
          "MPI was started for one thread at a time; for drains in a thread that needs no call of"
              + " the program start it with MPI_THREAD_MULTIPLE: by OMPI_MPI_THREAD_LEVEL=3 where"
              + " the program calls MPI.Init, by the argument where it calls MPI.InitThread";
    }
  }

  /**
   * Finds out, before the first drain goes on in the background, what the processes can do that may
   * make calls of MPI in one thread only. Collective.
   */
  void prepare(ProcessGroup group, TargetFile file) throws IOException {
    if (!sliced) {
      return;
    }
    TargetFile found = null;
    try {
      found = file.aside().orElse(null);
    } catch (IOException | RuntimeException e) {
      // Others may have found it; drains go on without it.
      found = null;
    }
    aside = group.min(found == null ? 0 : 1) == 1 ? found : null;
    String explained = explain();
    if (speaks && depot.tellsFirst(explained)) {
      LOGGER.log(System.Logger.Level.INFO, target + " and files like it: " + explained);
    }
  }

  /** Has all drains in the foreground from here on. */
  private void turnOff(String because) {
    turnOff(because, because);
  }

  private void turnOff(String topic, String because) {
    on = false;
    why = because;
    if (speaks && depot.tellsFirst(topic)) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          target
              + ": the program waits for drains, though drain.mode is background; this is not told"
              + " again of other files: "
              + because);
    }
  }

  /** As above, because another log cannot be made. */
  void turnOff(TierException because) {
    turnOff(
        "no log for another epoch",
        BurstlogException.reason(because)
            + "; so it stays for this file until it is closed and opened again");
  }

  /** Warns, once in a process, of what matters to drains in the background. */
  void warn(String told) {
    if (on && speaks && depot.tellsFirst(told)) {
      LOGGER.log(System.Logger.Level.WARNING, target + " and files like it: " + told);
    }
  }

  /** Has drains go on where any call of the program waits for other processes. */
  void begin(Depot.Sliced drains) {
    if (isSliced()) {
      depot.begin(drains);
    }
  }

  void end(Depot.Sliced drains) {
    depot.end(drains);
  }

  /** Says that a drain has taken a step. */
  void stepped() {
    depot.closings().stepped();
  }

  /** Tells of a drain that the program did not wait for, so that it may not hear of it for long. */
  void tellFailure(Throwable why) {
    if (speaks) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          target
              + ": a drain in the background failed, and the next flush, sync or close tries again: "
              + BurstlogException.reason(why));
    }
  }

  boolean isOn() {
    return on;
  }

  /** Tells whether drains go on inside the program's calls. */
  boolean isSliced() {
    return on && sliced;
  }

  /** Makes what drives the drains of a file. */
  Driver driver(DrainQueue queue, Counters counters) {
    return sliced
        ? new SliceDriver(queue, counters, aside != null, epochs == 1)
        : new ThreadDriver(queue, depot.closings());
  }

  /** Returns the target as that driver uses it. */
  TargetFile drained(TargetFile file) {
    TargetFile other = aside;
    return other == null ? file : other;
  }

  /** Says in one line who drains, and how to get it better. */
  String explain() {
    if (!on) {
      return "the program waits for drains: " + why;
    }
    if (!sliced) {
      return "drains go on in a thread";
    }
    return (aside != null
            ? "drains go on in a thread, which meets other processes inside the program's calls: "
            : "drains go on inside the program's calls: ")
        + why;
  }

  /** Returns how many sealed epochs a process may have. */
  int epochs() {
    return epochs;
  }

  /** Divides what a process may take of the tier among its logs. */
  LogOptions share(LogOptions options) {
    return on ? options.share(epochs + 1) : options;
  }
}
