package org.burstlog.log.format;

/**
 * What a header slot says of a log: all that is known about it beside its entries.
 *
 * @param littleEndian whether the machine that wrote the data is little-endian
 * @param session random number of the session
 * @param generation the generation whose entries count
 * @param epoch which epoch of the session these entries belong to, see {@link EpochId}
 * @param headed whether the target begins with something that is in no log, such as a header
 * @param copied how it is copied to other nodes
 * @param lanes how many processes share the file
 * @param lane which of them this header belongs to
 * @param rank rank of that process in its group; -1 for a lane that no process opened
 * @param groupSize size of the group
 * @param blockSize bytes of a block, when several processes share the file
 * @param created when the session began, in milliseconds since 1970
 * @param target text of the target's absolute path
 * @param identity what tells the target from another file of the same path
 */
public record LogHeader(
    boolean littleEndian,
    long session,
    int generation,
    int epoch,
    boolean headed,
    Copied copied,
    int lanes,
    int lane,
    int rank,
    int groupSize,
    long blockSize,
    long created,
    String target,
    String identity) {
  /**
   * How a log is copied to other nodes.
   *
   * @param copies how many copies there are
   * @param awaited whether puts wait for them
   */
  public record Copied(int copies, boolean awaited) {
    /** It is not. */
    public static final Copied NOT = new Copied(0, false);

    /** The most that a log can tell of. */
    public static final int MOST = 127;
  }

  /**
   * What a log is to say of itself that is about to be opened: its generation is set then, and its
   * target has no header.
   *
   * @param littleEndian whether the machine that writes the data is little-endian
   * @param session random number of the session
   * @param epoch which epoch of the session its entries belong to
   * @param lanes how many processes share the file
   * @param lane which of them this header belongs to
   * @param rank rank of that process in its group
   * @param groupSize size of the group
   * @param blockSize bytes of a block, when several processes share the file
   * @param created when the session began, in milliseconds since 1970
   * @param target text of the target's absolute path
   * @param identity what tells the target from another file of the same path
   */
  public LogHeader(
      boolean littleEndian,
      long session,
      int epoch,
      int lanes,
      int lane,
      int rank,
      int groupSize,
      long blockSize,
      long created,
      String target,
      String identity) {
    this(
        littleEndian,
        session,
        1,
        epoch,
        false,
        Copied.NOT,
        lanes,
        lane,
        rank,
        groupSize,
        blockSize,
        created,
        target,
        identity);
  }

  private LogHeader with(
      int itsGeneration, int itsEpoch, int itsLane, int itsRank, long itsBlockSize) {
    return new LogHeader(
        littleEndian,
        session,
        itsGeneration,
        itsEpoch,
        headed,
        copied,
        lanes,
        itsLane,
        itsRank,
        groupSize,
        itsBlockSize,
        created,
        target,
        identity);
  }

  public LogHeader withGeneration(int next) {
    return with(next, epoch, lane, rank, blockSize);
  }

  /**
   * Returns this as the header of another epoch of the session.
   *
   * @param next which epoch
   * @return the changed header
   */
  public LogHeader withEpoch(int next) {
    return with(generation, next, lane, rank, blockSize);
  }

  /**
   * Returns this as the header of a log whose target has a header or has none.
   *
   * @param whether whether the target begins with something that is in no log
   * @return the changed header
   */
  public LogHeader withTargetHeader(boolean whether) {
    return with(whether, copied);
  }

  /**
   * Returns this as the header of a log that is copied to other nodes.
   *
   * @param how how it is copied
   * @return the changed header
   */
  public LogHeader withCopies(Copied how) {
    return with(headed, how);
  }

  private LogHeader with(boolean itsTargetHeaded, Copied itsCopies) {
    return new LogHeader(
        littleEndian,
        session,
        generation,
        epoch,
        itsTargetHeaded,
        itsCopies,
        lanes,
        lane,
        rank,
        groupSize,
        blockSize,
        created,
        target,
        identity);
  }

  public LogHeader withBlockSize(long size) {
    return with(generation, epoch, lane, rank, size);
  }

  /**
   * Returns this with what the headers of the two files of a log differ in as another has it:
   * generation, epoch and block size.
   */
  public LogHeader like(LogHeader other) {
    return with(other.generation, other.epoch, lane, rank, other.blockSize);
  }

  /** Returns this as the header of another lane. */
  public LogHeader withLane(int other, int itsRank) {
    return with(generation, epoch, other, itsRank, blockSize);
  }

  /** Returns what a log says of itself that belongs to no session any more. */
  public LogHeader ofSpare(int itsGeneration) {
    return new LogHeader(
        littleEndian,
        0,
        itsGeneration,
        0,
        false,
        Copied.NOT,
        lanes,
        lane,
        -1,
        0,
        blockSize,
        created,
        "",
        "");
  }

  /** Returns what is known of a lane that nobody opened: all that it shares with the others. */
  public LogHeader ofUnopened(int unopened) {
    return with(0, epoch, unopened, -1, blockSize);
  }
}
