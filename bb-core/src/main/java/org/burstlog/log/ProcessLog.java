package org.burstlog.log;

import java.io.IOException;
import java.util.function.Supplier;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareLogs;

/** The log that a process has alone: how it is made. */
public final class ProcessLog {
  private ProcessLog() {}

  /**
   * Makes it: of a spare one, or else a new pair of files.
   *
   * @param directory the session's directory
   * @param name what the files are to be called
   * @param header what the log says of itself; its generation and block size are set here
   * @param options how it is written
   * @param arrays the arrays that are put to
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
      DefinedArrays arrays,
      SpareLogs spares)
      throws IOException {
    return make(directory, name, header, options, arrays, spares, () -> new Housekeeper(name));
  }

  static LogWriter make(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      DefinedArrays arrays,
      SpareLogs spares,
      Supplier<? extends Housekeeper> housekeepers)
      throws IOException {
    return spares.makingRoom(
        directory,
        () -> {
          Housekeeper housekeeper = housekeepers.get();
          Appender appender = appender(directory, name, header, options, spares, housekeeper);
          return LogWriter.of(directory, name, options, housekeeper, appender, arrays, spares);
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
