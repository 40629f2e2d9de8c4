package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Which puts of each file and rank have begun and which have returned, in mapped memory of a file:
 * what is stored there survives the death of the process.
 */
final class Ledger {
  private static final int SIZE = AimedProgram.FILES * Work.RANKS * 2 * Long.BYTES;

  private final ByteBuffer numbers;

  private Ledger(ByteBuffer numbers) {
    this.numbers = numbers.order(ByteOrder.nativeOrder());
  }

  static Ledger open(Path path) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Ledger(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
    }
  }

  private static int at(int file, int rank) {
    return (file * Work.RANKS + rank) * 2 * Long.BYTES;
  }

  void begin(int file, int rank, long number) {
    numbers.putLong(at(file, rank), number);
  }

  void acknowledge(int file, int rank, long number) {
    numbers.putLong(at(file, rank) + Long.BYTES, number);
  }

  /** Returns the number of the last put that began. */
  long begun(int file, int rank) {
    return numbers.getLong(at(file, rank));
  }

  /** Returns the number of the last put that returned. */
  long acknowledged(int file, int rank) {
    return numbers.getLong(at(file, rank) + Long.BYTES);
  }
}
