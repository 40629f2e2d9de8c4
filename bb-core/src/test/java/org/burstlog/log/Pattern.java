package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;

/**
 * Records whose every byte follows from a seed, a thread and a number, so that whoever finds one
 * can tell whether it is right.
 */
final class Pattern {
  /** The most elements a record has. */
  static final int ROW = 4096;

  static final Array ARRAY =
      Array.strided(
          "pattern",
          1 << 20,
          Long.BYTES,
          ByteOrder.BIG_ENDIAN,
          new long[] {Array.UNLIMITED, ROW},
          new long[] {ROW * (long) Long.BYTES, Long.BYTES});

  private static final int THREAD_SHIFT = 32;

  private final long seed;
  private final int largest;

  /**
   * A pattern.
   *
   * @param seed what everything follows from
   * @param largest the most elements of a record, at most {@link #ROW}
   */
  Pattern(long seed, int largest) {
    this.seed = seed;
    this.largest = largest;
  }

  /** Names a record. */
  static long id(int thread, long number) {
    return (long) thread << THREAD_SHIFT | number;
  }

  static int thread(long id) {
    return (int) (id >>> THREAD_SHIFT);
  }

  static long number(long id) {
    return id & 0xffffffffL;
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }

  /** Most records are small, some are empty, some are as large as they get. */
  int elements(long id) {
    long r = mix(seed ^ mix(id)) >>> 8;
    return switch ((int) (r & 7)) {
      case 0 -> 0;
      case 1 -> largest;
      case 2 -> (int) ((r >>> 3) % largest) + 1;
      default -> (int) ((r >>> 3) % Math.min(largest, 64)) + 1;
    };
  }

  long value(long id, int element) {
    return mix(mix(seed + id) + element * 0x9e3779b97f4a7c15L);
  }

  Region region(long id) {
    return Region.of(new long[] {id, 0}, new long[] {1, elements(id)});
  }

  /** Puts a record, from one kind of source or another. */
  void put(LogWriter log, int array, long id) throws IOException {
    int n = elements(id);
    long bytes = n * (long) Long.BYTES;
    long[] longs = new long[n + 1];
    for (int i = 0; i < n; i++) {
      longs[i + 1] = value(id, i);
    }
    Object source = longs;
    if ((id & 3) != 0) {
      ByteBuffer buffer =
          (id & 3) == 1
              ? ByteBuffer.allocateDirect((n + 1) * Long.BYTES)
              : ByteBuffer.allocate((n + 1) * Long.BYTES);
      buffer.order(ByteOrder.nativeOrder()).asLongBuffer().put(longs);
      source = (id & 3) == 3 ? buffer.array() : buffer;
    }
    log.put(array, region(id), source, Long.BYTES, bytes);
  }

  /** Checks that a record is right to the last bit, and returns its name. */
  long check(Region region, DataView view, long dataPosition) throws IOException {
    long id = region.start(0);
    int n = elements(id);
    assertThat(region.count(1)).as("elements of %x", id).isEqualTo(n);
    for (int i = 0; i < n; ) {
      int found = view.seek(dataPosition + i * 8L, (n - i) * 8) / 8;
      assertThat(found).isPositive();
      ByteBuffer bytes = view.buffer().duplicate().order(ByteOrder.nativeOrder());
      for (int k = 0; k < found; k++, i++) {
        long value = bytes.getLong(view.index() + 8 * k);
        if (value != value(id, i)) {
          assertThat(value).as("element %d of %x", i, id).isEqualTo(value(id, i));
        }
      }
    }
    return id;
  }
}
