package org.burstlog.log;

import java.io.IOException;
import java.util.function.Function;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareSessions;

/**
 * Makes the logs of one process in a session. A log that it has alone is one step. One that the
 * processes of a node share is {@linkplain #create created} by one of them and {@linkplain #open
 * opened} by each. One of a session that went before is {@linkplain #reopen opened again}.
 *
 * <p>Each throws a {@link BurstlogException} that says what to do when the tier cannot take it.
 */
public final class LogMaker {
  private final SessionDirectory directory;
  private final LogOptions options;
  private final DefinedArrays arrays;
  private final SpareSessions spares;
  private final Function<String, ? extends Housekeeper> housekeepers;

  /**
   * For one session.
   *
   * @param directory the session's directory
   * @param options how its logs are written; processes that share one say the same of blocks
   * @param arrays the arrays that are put to
   * @param spares what is given up where space is short
   */
  public LogMaker(
      SessionDirectory directory, LogOptions options, DefinedArrays arrays, SpareSessions spares) {
    this(directory, options, arrays, spares, Housekeeper::new);
  }

  LogMaker(
      SessionDirectory directory,
      LogOptions options,
      DefinedArrays arrays,
      SpareSessions spares,
      Function<String, ? extends Housekeeper> housekeepers) {
    this.directory = directory;
    this.options = options;
    this.arrays = arrays;
    this.spares = spares;
    this.housekeepers = housekeepers;
  }

  /** Opens the files of a log in some way; closes the housekeeper when it throws. */
  private interface Opening {
    Appender open(Housekeeper housekeeper) throws IOException;
  }

  /**
   * Makes a log that this process has alone.
   *
   * @param name what the files are to be called
   * @param header what the log says of itself; its generation and block size are set here
   * @return the writer
   * @throws IOException when it cannot be made; no file is left
   */
  public LogWriter make(String name, LogHeader header) throws IOException {
    return writer(
        name,
        housekeeper -> {
          Appender made = null;
          try {
            LogFiles.create(directory, name);
            made = LogFiles.open(directory, name, header, options, housekeeper);
            return made;
          } finally {
            if (made == null) {
              LogFiles.delete(directory, name);
            }
          }
        });
  }

  /**
   * Makes the files of a log that several processes share; one of them does.
   *
   * @param name what the files are to be called
   * @throws IOException when they cannot be made; neither is left
   */
  public void create(String name) throws IOException {
    spares.makingRoom(
        directory,
        () -> {
          LogFiles.create(directory, name);
          return name;
        });
  }

  /**
   * Opens this process's lane of a log that was created.
   *
   * @param name what the files are called
   * @param header what the lane says of itself; its generation and block size are set here
   * @return the writer
   * @throws IOException when it cannot be opened
   */
  public LogWriter open(String name, LogHeader header) throws IOException {
    return writer(
        name, housekeeper -> LogFiles.open(directory, name, header, options, housekeeper));
  }

  /**
   * Opens a log, or this process's lane of one, that a session before has left in this directory.
   *
   * @param spare the log; closed when this fails
   * @param header what it says of itself; its generation and block size are set here
   * @return the writer
   * @throws IOException when it cannot be written
   */
  public LogWriter reopen(SpareLog spare, LogHeader header) throws IOException {
    Housekeeper housekeeper = housekeepers.apply(spare.name());
    Appender appender = LogFiles.reopen(directory, spare, header, options, housekeeper);
    return LogWriter.of(directory, spare.name(), options, housekeeper, appender, arrays, spares);
  }

  private LogWriter writer(String name, Opening opening) throws IOException {
    return spares.makingRoom(
        directory,
        () -> {
          Housekeeper housekeeper = housekeepers.apply(name);
          Appender appender = opening.open(housekeeper);
          return LogWriter.of(directory, name, options, housekeeper, appender, arrays, spares);
        });
  }
}
