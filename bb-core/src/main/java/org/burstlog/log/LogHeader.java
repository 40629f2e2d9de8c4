package org.burstlog.log;

/**
 * What a header slot says of a log: all that is known about it beside its entries.
 *
 * @param littleEndian whether the machine that wrote the data is little-endian
 * @param session random number of the session
 * @param epoch the epoch whose entries count
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
    int epoch,
    int lanes,
    int lane,
    int rank,
    int groupSize,
    long blockSize,
    long created,
    String target,
    String identity) {

  LogHeader withEpoch(int next) {
    return new LogHeader(
        littleEndian,
        session,
        next,
        lanes,
        lane,
        rank,
        groupSize,
        blockSize,
        created,
        target,
        identity);
  }

  LogHeader withBlockSize(long size) {
    return new LogHeader(
        littleEndian,
        session,
        epoch,
        lanes,
        lane,
        rank,
        groupSize,
        size,
        created,
        target,
        identity);
  }

  /** Returns this with the epoch and the block size of another, in which the two files differ. */
  LogHeader like(LogHeader other) {
    return withEpoch(other.epoch).withBlockSize(other.blockSize);
  }

  /** Returns this as the header of another lane. */
  LogHeader withLane(int other, int itsRank) {
    return new LogHeader(
        littleEndian,
        session,
        epoch,
        lanes,
        other,
        itsRank,
        groupSize,
        blockSize,
        created,
        target,
        identity);
  }

  /** Returns what a log says of itself that belongs to no session any more. */
  LogHeader ofSpare(int itsEpoch) {
    return new LogHeader(littleEndian, 0, itsEpoch, lanes, lane, -1, 0, blockSize, created, "", "");
  }

  /** Returns what is known of a lane that nobody opened: all that it shares with the others. */
  LogHeader ofUnopened(int unopened) {
    return new LogHeader(
        littleEndian,
        session,
        0,
        lanes,
        unopened,
        -1,
        groupSize,
        blockSize,
        created,
        target,
        identity);
  }
}
