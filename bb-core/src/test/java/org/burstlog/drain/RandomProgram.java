package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;

/**
 * What a group of processes puts: random arrays and random regions of them, the same in every
 * process for the same seed, so that each can tell what the file must hold in the end.
 *
 * <p>A process overwrites itself as it likes. Within an epoch no two processes write the same
 * element, because what that leaves is undefined: either a dimension is cut into blocks, or its
 * indices go to the processes in turn. The next epoch may overwrite all of it.
 */
public final class RandomProgram {
  private static final int[] SIZES = {1, 2, 4, 8};

  private final long seed;
  private final int ranks;
  private final List<Array> arrays = new ArrayList<>();
  private final List<List<List<Put>>> epochs = new ArrayList<>();

  /** One put; its values follow from the stamp. */
  private record Put(int array, Region region, int stamp) {}

  /**
   * Makes a program up.
   *
   * @param seed what it follows from
   * @param ranks number of processes
   * @param puts about how many puts a process makes in an epoch
   */
  public RandomProgram(long seed, int ranks, int puts) {
    this.seed = seed;
    this.ranks = ranks;
    SplittableRandom random = new SplittableRandom(seed);
    makeArrays(random);
    int stamp = 0;
    int count = 1 + random.nextInt(3);
    for (int epoch = 0; epoch < count; epoch++) {
      List<List<Put>> of = new ArrayList<>();
      long cut = random.nextLong();
      for (int rank = 0; rank < ranks; rank++) {
        List<Put> mine = new ArrayList<>();
        // Some have nothing to put.
        int n = random.nextInt(5) == 0 ? 0 : random.nextInt(1, 2 * puts);
        for (int i = 0; i < n; i++) {
          int array = random.nextInt(arrays.size());
          mine.add(new Put(array, region(random, array, rank, cut), stamp++));
        }
        of.add(mine);
      }
      epochs.add(of);
    }
  }

  private void makeArrays(SplittableRandom random) {
    long end = random.nextInt(3000);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      long[] shape = new long[1 + random.nextInt(3)];
      for (int d = 0; d < shape.length; d++) {
        shape[d] = 1L + random.nextInt(shape.length == 1 ? 4000 : 40);
      }
      int size = SIZES[random.nextInt(SIZES.length)];
      ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      arrays.add(Array.rowMajor("array" + i, end, size, order, shape));
      end += Arrays.stream(shape).reduce(size, (a, b) -> a * b) + random.nextInt(2) * 1500L;
    }
  }

  /** Some elements of a rank's share of an array, of which there may be none. */
  private Region region(SplittableRandom random, int number, int rank, long cut) {
    Array array = arrays.get(number);
    SplittableRandom shared = new SplittableRandom(cut + number);
    int split = shared.nextInt(array.rank());
    final boolean inTurn = shared.nextBoolean();
    Region region = new Region(array.rank());
    for (int d = 0; d < array.rank(); d++) {
      long shape = array.shape(d);
      if (d != split) {
        some(random, region, d, 0, shape, 1);
      } else if (inTurn) {
        some(random, region, d, rank, shape, ranks);
      } else {
        some(random, region, d, shape * rank / ranks, shape * (rank + 1) / ranks, 1);
      }
    }
    return region;
  }

  /** Some of the indices from one on to another, of which only every so manieth may be taken. */
  private static void some(
      SplittableRandom random, Region region, int d, long from, long to, long step) {
    long all = from < to ? (to - from + step - 1) / step : 0;
    if (all == 0) {
      region.set(d, 0, 0, 1);
      return;
    }
    long skipped = random.nextLong(all);
    long stride = random.nextInt(3) == 0 ? 1L + random.nextInt(4) : 1;
    long count = 1 + random.nextLong((all - skipped - 1) / stride + 1);
    region.set(d, from + skipped * step, count, step * stride);
  }

  /**
   * Returns how many epochs there are.
   *
   * @return at least 1
   */
  public int epochs() {
    return epochs.size();
  }

  /**
   * Makes the arrays known to a burst buffer.
   *
   * @param buffer the burst buffer
   * @return the arrays to put to
   * @throws IOException when it does not take them
   */
  public List<BufferedArray> define(BurstBuffer buffer) throws IOException {
    List<BufferedArray> defined = new ArrayList<>();
    for (Array array : arrays) {
      defined.add(buffer.define(array));
    }
    return defined;
  }

  /**
   * Makes the puts of a process in an epoch.
   *
   * @param defined what {@link #define} returned
   * @param epoch which epoch
   * @param rank which process
   * @throws IOException when a put fails
   */
  public void put(List<BufferedArray> defined, int epoch, int rank) throws IOException {
    for (Put put : epochs.get(epoch).get(rank)) {
      Array array = arrays.get(put.array());
      int elements = (int) put.region().elements();
      ByteBuffer values =
          ByteBuffer.allocate(elements * array.elementSize()).order(ByteOrder.nativeOrder());
      for (int i = 0; i < elements; i++) {
        store(values, i * array.elementSize(), array.elementSize(), value(put, i));
      }
      defined.get(put.array()).put(put.region(), values);
    }
  }

  private long value(Put put, int element) {
    return new SplittableRandom(seed * 31 + put.stamp() * 1_000_003L + element).nextLong();
  }

  private static void store(ByteBuffer into, int at, int size, long value) {
    switch (size) {
      case Long.BYTES -> into.putLong(at, value);
      case Integer.BYTES -> into.putInt(at, (int) value);
      case Short.BYTES -> into.putShort(at, (short) value);
      default -> into.put(at, (byte) value);
    }
  }

  /**
   * Computes what the file must hold, element by element.
   *
   * @return all its bytes
   */
  public byte[] expected() {
    byte[] file = new byte[1 << 20];
    int end = 0;
    for (List<List<Put>> epoch : epochs) {
      for (List<Put> mine : epoch) {
        for (Put put : mine) {
          end = Math.max(end, apply(put, file));
        }
      }
    }
    return Arrays.copyOf(file, end);
  }

  private int apply(Put put, byte[] file) {
    Array array = arrays.get(put.array());
    ByteBuffer bytes = ByteBuffer.wrap(file).order(array.order());
    int elements = (int) put.region().elements();
    int end = 0;
    for (int i = 0; i < elements; i++) {
      long at = array.offset();
      int rest = i;
      for (int d = array.rank() - 1; d >= 0; d--) {
        int count = (int) put.region().count(d);
        at += (put.region().start(d) + rest % count * put.region().stride(d)) * array.step(d);
        rest /= count;
      }
      store(bytes, (int) at, array.elementSize(), value(put, i));
      end = Math.max(end, (int) at + array.elementSize());
    }
    return end;
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder("seed " + seed + ", " + ranks + " ranks, arrays " + arrays + "\n");
    for (int e = 0; e < epochs.size(); e++) {
      for (int r = 0; r < ranks; r++) {
        for (Put put : epochs.get(e).get(r)) {
          text.append("epoch ").append(e).append(", rank ").append(r).append(": ").append(put);
          text.append('\n');
        }
      }
    }
    return text.toString();
  }
}
