package org.burstlog.bench.drain;

import org.burstlog.array.ExtentList;

/**
 * What a rank writes: transfers of one size, either all behind each other or, as IOR's contiguous
 * pattern has it, in turn with the other ranks.
 *
 * @param turns whether ranks take turns
 * @param bytes bytes of a rank
 * @param transfer bytes of a transfer
 * @param rank this rank
 * @param ranks how many there are
 */
record Pattern(boolean turns, long bytes, int transfer, int rank, int ranks) {
  int transfers() {
    return (int) (bytes / transfer);
  }

  long offset(int number) {
    return turns
        ? ((long) number * ranks + rank) * transfer
        : rank * bytes + (long) number * transfer;
  }

  long total() {
    return bytes * ranks;
  }

  ExtentList extent(int number) {
    ExtentList extents = new ExtentList();
    extents.add(offset(number), transfer);
    return extents;
  }

  /** The same everywhere in a transfer, another one in the next. */
  byte content(int number) {
    return (byte) (1 + 31 * rank + number);
  }

  /** A rank's bytes behind each other. */
  Pattern inPieces(int piece) {
    return new Pattern(false, bytes, piece, rank, ranks);
  }
}
