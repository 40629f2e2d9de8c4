package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Test;

/**
 * Random puts, planned and carried out, against the same puts carried out one by one, element by
 * element, on a byte array. Another run of seeds: {@code -Dbb.test.seed=…}.
 */
class PlanOracleTest {
  private static final int CASES = Effort.of(40_000, 2_000_000);
  private static final int SPACE = 600;

  @Test
  void manyRandomPutsEndAsIfCarriedOutOneByOne() throws IOException {
    long begin = Long.getLong("bb.test.seed", 20180521);
    for (long seed = begin; seed < begin + CASES; seed++) {
      Case one = new Case(seed);
      try {
        one.check();
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + "\n" + one + e.getMessage(), e);
      }
    }
  }

  @Test
  void manyBlocksOfOneMeshEndAsIfCarriedOutOneByOne() throws IOException {
    long begin = Long.getLong("bb.test.seed", 20180521);
    for (long seed = begin; seed < begin + 150; seed++) {
      Random random = new Random(seed);
      int elementSize = 1 << random.nextInt(4);
      ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      Array mesh = Array.rowMajor("mesh", 64, elementSize, order, 12, 24, 24);
      short[] expected = Replay.blank(64 + 12 * 24 * 24 * elementSize);
      MemoryLog log = new MemoryLog();
      // Blocks of one size, tiled or anywhere: many take turns, and some are in their way.
      int puts = 50 + random.nextInt(400);
      int side = 1 + random.nextInt(6);
      boolean tiled = random.nextBoolean();
      for (int i = 0; i < puts; i++) {
        Region region = new Region(3);
        for (int d = 0; d < 3; d++) {
          int room = (int) mesh.shape(d) - side;
          int start = random.nextInt(room + 1);
          region.set(d, tiled ? start / side * side : start, side, 1);
        }
        byte[] bytes = new byte[side * side * side * elementSize];
        random.nextBytes(bytes);
        log.put(0, region, bytes);
        Naive.write(mesh, region, bytes, expected);
      }
      int most = 1 + random.nextInt(random.nextBoolean() ? 100 : 100_000);
      Limits limits = new Limits(most, 1 + random.nextInt(1000), 1 + random.nextInt(10_000));
      assertThat(Replay.run(log, List.of(mesh), limits, 1 << 20, expected.length))
          .as("seed %d, %d puts of %d a side, tiled %s, %s", seed, puts, side, tiled, limits)
          .isEqualTo(expected);
    }
  }

  /** One random program. */
  private static final class Case {
    private final Random random;
    private final StringBuilder operations = new StringBuilder();
    private final List<Array> arrays = new ArrayList<>();
    private final MemoryLog log = new MemoryLog();
    private final List<byte[]> written = new ArrayList<>();
    private final short[] expected;
    private int size = SPACE;

    Case(long seed) {
      random = new Random(seed * 0x9E3779B97F4A7C15L);
      arrays();
      int puts = 1 + random.nextInt(random.nextInt(8) == 0 ? 40 : 8);
      expected = Replay.blank(size);
      Region previous = new Region(0);
      int previousArray = -1;
      for (int i = 0; i < puts; i++) {
        int number = random.nextInt(arrays.size());
        boolean again = previousArray >= 0 && random.nextInt(6) == 0;
        number = again ? previousArray : number;
        Region region = again ? previous : region(arrays.get(number));
        put(number, region);
        previous = region;
        previousArray = number;
      }
    }

    /** Several arrays, anywhere: apart, overlapping, or records of one file taking turns. */
    private void arrays() {
      int count = 1 + random.nextInt(4);
      boolean records = random.nextInt(3) == 0;
      int recordSize = 0;
      int[] sizes = new int[count];
      long[][] shapes = new long[count][];
      for (int i = 0; i < count; i++) {
        sizes[i] = 1 << random.nextInt(4);
        int rank = random.nextInt(6);
        long[] shape = new long[records ? Math.max(rank, 1) : rank];
        int left = 160 / sizes[i];
        for (int d = 0; d < shape.length; d++) {
          shape[d] = 1L + random.nextInt(Math.max(1, Math.min(left, d == 0 ? 12 : 6)));
          left /= (int) shape[d];
        }
        shapes[i] = shape;
        if (records) {
          shape[0] = Array.UNLIMITED;
          recordSize += inner(shape, sizes[i]);
        }
      }
      long offset = random.nextInt(16);
      for (int i = 0; i < count; i++) {
        ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        Array array;
        if (records) {
          Array inner = Array.rowMajor("a", 0, sizes[i], order, shapes[i]);
          long[] steps = new long[shapes[i].length];
          for (int d = 1; d < steps.length; d++) {
            steps[d] = inner.step(d);
          }
          steps[0] = recordSize;
          array = Array.strided("r" + i, offset, sizes[i], order, shapes[i], steps);
          offset += inner(shapes[i], sizes[i]);
        } else {
          array = Array.rowMajor("f" + i, random.nextInt(200), sizes[i], order, shapes[i]);
        }
        size = Math.max(size, 16 + recordSize * 5);
        arrays.add(array);
        operations.append("array ").append(array).append('\n');
      }
    }

    private static int inner(long[] shape, int elementSize) {
      int bytes = elementSize;
      for (int d = 1; d < shape.length; d++) {
        bytes *= (int) shape[d];
      }
      return bytes;
    }

    private Region region(Array array) {
      Region region = new Region(array.rank());
      boolean empty = random.nextInt(30) == 0;
      for (int d = 0; d < array.rank(); d++) {
        long length = array.shape(d) == Array.UNLIMITED ? 5 : array.shape(d);
        boolean whole = random.nextInt(3) == 0;
        long start = whole ? 0 : random.nextInt((int) length);
        int stride = whole || random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(4);
        long most = (length - start + stride - 1) / stride;
        long count = whole ? length : 1L + random.nextInt((int) most);
        region.set(d, start, empty && d == 0 ? 0 : count, stride);
      }
      region.check(array);
      return region;
    }

    private void put(int number, Region region) {
      Array array = arrays.get(number);
      byte[] bytes = new byte[(int) region.elements() * array.elementSize()];
      random.nextBytes(bytes);
      operations.append("put ").append(array.name()).append(' ').append(region).append('\n');
      log.put(number, region, bytes);
      written.add(bytes);
      Naive.write(array, region, bytes, expected);
    }

    void check() throws IOException {
      int bytes = random.nextInt(4) == 0 ? 1 + random.nextInt(30) : 10 + random.nextInt(1000);
      int extents = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1000;
      int pieces = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1000;
      Limits limits = new Limits(bytes, extents, pieces);
      int window = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1 << 20;
      operations.append(limits).append(", window ").append(window).append('\n');
      Plan plan = Plan.of(log.index(), arrays, limits);
      RoundCursor cursor = plan.rounds();
      short[] actual = Replay.blank(size);
      int rounds = Replay.run(cursor, limits, log, window, actual);
      assertThat(actual).isEqualTo(expected);
      assertThat(rounds).isGreaterThanOrEqualTo((int) plan.roundsAtLeast());
      checkExplain(cursor.explain());
      checkPart(plan, limits, window);
    }

    private void checkExplain(Explain explain) {
      long all = written.stream().mapToLong(b -> b.length).sum();
      long touched = 0;
      for (short value : expected) {
        touched += value == Replay.UNTOUCHED ? 0 : 1;
      }
      assertThat(explain.bytes()).isEqualTo(all);
      assertThat(explain.shadowedBytes()).isEqualTo(all - touched);
    }

    private void checkPart(Plan plan, Limits limits, int window) throws IOException {
      int from = random.nextInt(size);
      int to = from + random.nextInt(size - from);
      operations.append("part ").append(from).append(" to ").append(to).append('\n');
      short[] actual = Replay.blank(size);
      Replay.run(plan.rounds(from, to), limits, log, window, actual);
      short[] part = Replay.blank(size);
      System.arraycopy(expected, from, part, from, to - from);
      assertThat(actual).isEqualTo(part);
    }

    @Override
    public String toString() {
      return operations + Arrays.toString(expected) + "\n";
    }
  }
}
