package org.burstlog.buffer;

import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.option.LogOptions;
import org.burstlog.settings.Settings;

/**
 * Whether the drains of a file go on in the background, as far as that is possible; the same in
 * every process.
 */
final class BackgroundMode {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Logs that take less than this are full before a drain in the background is worth anything. */
  private static final long LEAST_CAPACITY = 1 << 20;

  private final boolean speaks;
  private final Path target;
  private final int epochs;
  private boolean on;

  private BackgroundMode(ProcessGroup group, Path target, int epochs, boolean on) {
    this.speaks = group.rank() == 0;
    this.target = target;
    this.epochs = epochs;
    this.on = on;
  }

  /** Finds out what is possible. */
  static BackgroundMode of(ProcessGroup group, Path target, Settings settings) {
    int epochs = settings.get(Settings.DRAIN_EPOCHS);
    boolean wanted = settings.get(Settings.DRAIN_MODE) == Settings.DrainMode.BACKGROUND;
    BackgroundMode mode = new BackgroundMode(group, target, epochs, wanted);
    if (wanted) {
      mode.requirePossible(group, settings);
    }
    return mode;
  }

  private void requirePossible(ProcessGroup group, Settings settings) {
    long capacity = settings.get(Settings.CAPACITY);
    if (!group.concurrent()) {
      turnOff(
          "MPI was started for one thread at a time; set OMPI_MPI_THREAD_LEVEL=3, or start MPI with"
              + " MPI_THREAD_MULTIPLE");
    } else if (settings.get(Settings.STRATEGY) == Strategy.COLLECTIVE) {
      turnOff(
          "drain.strategy is collective, and the program itself may make collective calls meanwhile;"
              + " set burstlog.drain.strategy (BURSTLOG_DRAIN_STRATEGY) to auto");
    } else if (capacity > 0 && capacity / (epochs + 1) < LEAST_CAPACITY) {
      turnOff(
          "log.capacity is "
              + capacity
              + " bytes, too few for "
              + (epochs + 1)
              + " logs; raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)");
    }
  }

  /** Has all drains in the foreground from here on. */
  void turnOff(String why) {
    on = false;
    if (speaks) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          target + ": the program waits for drains, though drain.mode is background: " + why);
    }
  }

  /** As above, because another log cannot be made. */
  void turnOff(TierException because) {
    turnOff(BurstlogException.reason(because));
  }

  boolean isOn() {
    return on;
  }

  /** Returns how many sealed epochs a process may have. */
  int epochs() {
    return epochs;
  }

  /** Divides what a process may take of the tier among its logs. */
  LogOptions share(LogOptions options) {
    return on ? options.withCapacity(options.capacity() / (epochs + 1)) : options;
  }
}
