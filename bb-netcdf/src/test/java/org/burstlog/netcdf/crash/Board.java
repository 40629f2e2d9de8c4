package org.burstlog.netcdf.crash;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Numbers that several programs share in the memory of a mapped file. */
final class Board {
  /** How many threads as ranks put. */
  static final int RANKS = 2;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final MappedByteBuffer numbers;

  /** What is told. */
  enum Field {
    /** Whether the program that puts is to end. */
    ENOUGH(0),
    /** How many times the program that puts was started; set before it is. */
    LIVES(1),
    /** Which of these lives has opened the file. */
    OPENED(2),
    /** How often the program that reads has read all there is. */
    LOOKS(3),
    /** The put that a rank has begun last; that of the next rank behind it. */
    BEGUN(4),
    /** The put that has returned last to a rank; that of the next rank behind it. */
    ACKNOWLEDGED(4 + RANKS);

    private final int place;

    Field(int place) {
      this.place = place;
    }
  }

  private Board(MappedByteBuffer numbers) {
    this.numbers = numbers;
  }

  /** Opens the board of a directory; all numbers of a new one are zero. */
  static Board open(Path directory) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            directory.resolve("board"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      long size = at(Field.ACKNOWLEDGED, RANKS);
      return new Board(file.map(FileChannel.MapMode.READ_WRITE, 0, size));
    }
  }

  long get(Field which, int rank) {
    return (long) LONG.getAcquire(numbers, at(which, rank));
  }

  long get(Field which) {
    return get(which, 0);
  }

  void set(Field which, int rank, long value) {
    LONG.setRelease(numbers, at(which, rank), value);
  }

  void set(Field which, long value) {
    set(which, 0, value);
  }

  private static int at(Field which, int rank) {
    return (which.place + rank) * Long.BYTES;
  }
}
