package org.burstlog.bench.netcdf.kill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How many puts of each owner were acknowledged, in mapped memory of a file: what is stored there
 * survives the death of who stored it.
 */
final class Acknowledged {
  /** Behind the numbers of the owners: whether somebody was about to kill. */
  private static final int KILLED_AT = Work.OWNERS * Integer.BYTES;

  private final MappedByteBuffer numbers;

  private Acknowledged(MappedByteBuffer numbers) {
    this.numbers = numbers;
  }

  static Acknowledged open(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer mapped =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, KILLED_AT + Integer.BYTES);
      mapped.order(ByteOrder.nativeOrder());
      return new Acknowledged(mapped);
    }
  }

  int of(int owner) {
    return numbers.getInt(owner * Integer.BYTES);
  }

  void set(int owner, int number) {
    numbers.putInt(owner * Integer.BYTES, number);
  }

  /** Says that from now on a death is no accident. */
  void aboutToKill() {
    numbers.putInt(KILLED_AT, 1);
  }

  /** Tells whether that was said, and forgets it. */
  boolean takeKilled() {
    boolean killed = numbers.getInt(KILLED_AT) != 0;
    numbers.putInt(KILLED_AT, 0);
    return killed;
  }

  @Override
  public String toString() {
    int[] all = new int[Work.OWNERS];
    ByteBuffer copy = numbers.duplicate().order(ByteOrder.nativeOrder());
    for (int owner = 0; owner < all.length; owner++) {
      all[owner] = copy.getInt(owner * Integer.BYTES);
    }
    return java.util.Arrays.toString(all);
  }
}
