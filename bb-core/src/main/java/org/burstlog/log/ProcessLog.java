package org.burstlog.log;

import java.io.IOException;
import java.util.function.Supplier;
import org.burstlog.BurstlogException;

/** The log that a process has alone: how it is made. */
public final class ProcessLog {
  private ProcessLog() {}

  /**
   * Names it.
   *
   * @param rank rank of the process
   * @return the name of its files, without what tells metadata from data
   */
  public static String name(int rank) {
    return LogFiles.ofProcess(rank);
  }

  /**
   * Makes it: of a spare one, or else a new pair of files.
   *
   * @param directory the session's directory
   * @param name what the files are to be called
   * @param header what the log says of itself; its epoch and block size are set here
   * @param options how it is written
   * @param spares where a spare log is looked for
   * @return the writer
   * @throws BurstlogException when the tier cannot take it, saying what to do; no file is left
   * @throws IOException when the files cannot be made or opened for another reason
   */
  public static LogWriter make(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      SpareLogs spares)
      throws IOException {
    return make(directory, name, header, options, spares, () -> new Housekeeper(name));
  }

  static LogWriter make(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      SpareLogs spares,
      Supplier<? extends Housekeeper> housekeepers)
      throws IOException {
    return spares.makingRoom(
        directory,
        () -> {
          Housekeeper housekeeper = housekeepers.get();
          Appender appender = appender(directory, name, header, options, spares, housekeeper);
          return LogWriter.of(directory, name, options, housekeeper, appender, spares);
        });
  }

  private static Appender appender(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      SpareLogs spares,
      Housekeeper housekeeper)
      throws IOException {
    Appender appender = null;
    SpareLog spare = null;
    try {
      if (LogFiles.usesSpares(options)) {
        spare = spares.take(directory, name, LogFiles.shape(header, options), options);
      }
      if (spare == null) {
        LogFiles.create(directory, name);
        appender = LogFiles.open(directory, name, header, options, housekeeper);
      } else {
        appender = LogFiles.reopen(directory, spare, header, options, housekeeper);
      }
      return appender;
    } finally {
      if (appender == null) {
        LogFiles.delete(directory, name);
      }
    }
  }
}
