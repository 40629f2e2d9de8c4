package org.burstlog.log;

import java.io.IOException;
import java.util.function.Supplier;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareLogs;
import org.jspecify.annotations.Nullable;

/**
 * The log that the processes of a node share, as one of them makes and ends it: in steps, between
 * which all processes meet and learn how the step went everywhere.
 *
 * <pre>
 *   find, all agree, place, (all agree, place again,) open   … puts and drains …   release, all agree, end
 * </pre>
 */
public final class NodeLog {
  private final SessionDirectory directory;
  private final String name;
  private final LogHeader header;
  private final LogOptions options;
  private final DefinedArrays arrays;
  private final SpareLogs spares;
  private final Supplier<? extends Housekeeper> housekeepers;
  private final boolean names;

  /** What is used again, or is to be kept for that. */
  private @Nullable SpareLog spare;

  private @Nullable LogWriter writer;

  /**
   * A log that is to be made.
   *
   * @param directory the session's directory
   * @param name what the files are to be called
   * @param header what this process's lane says of itself; its generation and block size are set
   *     here
   * @param options how it is written; those of all that share it say the same of blocks
   * @param arrays the arrays that are put to
   * @param spares where a spare log is looked for, and kept
   */
  public NodeLog(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      DefinedArrays arrays,
      SpareLogs spares) {
    this(directory, name, header, options, arrays, spares, () -> new Housekeeper(name));
  }

  NodeLog(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      DefinedArrays arrays,
      SpareLogs spares,
      Supplier<? extends Housekeeper> housekeepers) {
    this.directory = directory;
    this.name = name;
    this.header = header;
    this.options = options;
    this.arrays = arrays;
    this.spares = spares;
    this.housekeepers = housekeepers;
    this.names = header.lane() == 0;
  }

  /**
   * Looks for a spare log.
   *
   * @return what tells it from others, 0 where there is none; it may be used when all processes of
   *     all nodes have found the same
   */
  public long find() {
    if (!LogFiles.usesSpares(options)) {
      return 0;
    }
    SpareLog found = spares.takeShared(directory, LogFiles.shape(header, options), options);
    spare = found;
    return found == null ? 0 : found.origin();
  }

  /**
   * Puts the two files in their place; one process of the node does.
   *
   * @param again whether the spare log is to be used, which all have found
   * @return false when that turned out to be impossible here; then all do this again without it
   * @throws IOException when the files cannot be made
   */
  public boolean place(boolean again) throws IOException {
    SpareLog found = spare;
    if (!again) {
      giveUp();
      return spares.makingRoom(directory, this::create);
    }
    if (names && found != null) {
      try {
        found.join(directory, name, options.durability() != Durability.PROCESS);
      } catch (IOException e) {
        // Somebody has cleaned the tier, perhaps.
        return false;
      }
    }
    return true;
  }

  private boolean create() throws IOException {
    if (names) {
      LogFiles.create(directory, name);
    }
    return true;
  }

  /**
   * Opens this process's lane.
   *
   * @return the writer
   * @throws IOException when the tier cannot take it
   */
  public LogWriter open() throws IOException {
    LogWriter opened = spares.makingRoom(directory, this::openOnce);
    writer = opened;
    return opened;
  }

  private LogWriter openOnce() throws IOException {
    SpareLog found = spare;
    Housekeeper housekeeper = housekeepers.get();
    Appender appender;
    if (found == null) {
      appender = LogFiles.open(directory, name, header, options, housekeeper);
    } else {
      spare = null;
      found.joined(directory, name);
      appender = LogFiles.reopen(directory, found, header, options, housekeeper);
    }
    return LogWriter.of(directory, name, options, housekeeper, appender, arrays, spares);
  }

  /**
   * Closes this process's lane, whose data is proven in the target, or lets go of it.
   *
   * @return whether it is good for another session, which it is when it is so in all processes
   * @throws IOException when it cannot be closed; that counts as not
   */
  public boolean release() throws IOException {
    LogWriter ended = writer;
    if (ended != null) {
      writer = null;
      spare = ended.letGo();
      return spare != null;
    }
    giveUp();
    return false;
  }

  /**
   * Keeps the log as a spare one, or gives it up.
   *
   * @param kept whether all processes can
   * @throws IOException when it cannot be closed
   */
  public void end(boolean kept) throws IOException {
    SpareLog ended = spare;
    if (kept && ended != null) {
      spare = null;
      spares.keep(directory, ended, options.spare());
    } else {
      giveUp();
    }
  }

  /**
   * Deletes the files of a log that is not kept, when nobody has it open.
   *
   * @throws IOException when they cannot be deleted
   */
  public void delete() throws IOException {
    if (names) {
      LogFiles.delete(directory, name);
    }
  }

  private void giveUp() throws IOException {
    SpareLog unused = spare;
    spare = null;
    if (unused != null) {
      unused.delete();
    }
  }
}
