package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcRequest;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.testing.Effort;
import org.jspecify.annotations.Nullable;

/** What one of many threads does to a file, and to a model of its part of it. */
final class PoolWorker {
  static final int ROWS = 6;
  static final int WIDTH = 40;
  static final int SHARED = 512;

  /** Elements of a large put, which the log takes otherwise than a small one. */
  static final int LARGE = 6000;

  /** For pending buffered puts of all threads of a process. */
  static final long BUFFER = 64L << 20;

  private static final int STEPS = Effort.of(60, 600);

  private final Random random;
  private final int number;
  private final @Nullable NcFile file;

  /** How many threads of all processes there are. */
  private final int all;

  private final Region common;
  private final int[] grid = new int[ROWS * WIDTH];
  private final int[] own = new int[WIDTH];
  private final char[] text = new char[ROWS * WIDTH];
  private double large;
  private final List<int[]> steps = new ArrayList<>();
  private final List<NcRequest> requests = new ArrayList<>();

  /** Without a file, only the model is made. */
  PoolWorker(long seed, int number, @Nullable NcFile file, int threads, int all) {
    this.random = new Random(seed * 31 + number);
    this.number = number;
    this.file = file;
    this.all = all;
    // Only what threads of one process put to the same place is defined.
    long width = (long) SHARED * threads / all;
    common = Region.of(new long[] {number / threads * width}, new long[] {width});
  }

  /** Defines what workers put to. */
  static void define(NcFile file, int all) throws IOException {
    NcDimension time = file.defineUnlimited("time");
    NcDimension thread = file.defineDimension("thread", all);
    NcDimension row = file.defineDimension("row", ROWS);
    NcDimension x = file.defineDimension("x", WIDTH);
    NcDimension n = file.defineDimension("n", SHARED);
    file.defineVariable("grid", NcType.INT, thread, row, x).attributes().put("units", "m");
    file.defineVariable("series", NcType.DOUBLE, time, thread, x);
    file.defineVariable("shared", NcType.INT64, n);
    file.defineVariable("text", NcType.CHAR, thread, row, x);
    file.defineVariable("large", NcType.DOUBLE, thread, file.defineDimension("large", LARGE));
    for (int t = 0; t < all; t++) {
      file.defineVariable("own" + t, NcType.INT, x);
    }
  }

  int records() {
    return steps.size();
  }

  /** Compares what is in the file with the model. */
  void check(NcFile written) throws IOException {
    assertThat(written.variable("grid").getInts(part(0, ROWS)))
        .as("thread %d", number)
        .isEqualTo(grid);
    Region records = Region.of(new long[] {0, number, 0}, new long[] {records(), 1, WIDTH});
    assertThat(written.variable("series").getInts(records))
        .as("records of thread %d", number)
        .startsWith(steps.stream().flatMapToInt(Arrays::stream).toArray());
    assertThat(written.variable("text").getChars(part(0, ROWS)))
        .as("text of thread %d", number)
        .isEqualTo(text);
    assertThat(written.variable("own" + number).getInts())
        .as("variable of thread %d", number)
        .isEqualTo(own);
    assertThat(written.variable("large").getDoubles(largePart()))
        .as("large put of thread %d", number)
        .containsOnly(large);
  }

  /** Of the shared values, each is one that some thread has put as a whole. */
  static void requireWhole(int all, long... values) {
    for (long value : values) {
      assertThat((int) (value >>> 32)).isEqualTo((int) value).isBetween(0, all);
    }
  }

  private Region part(int row, int rows) {
    return Region.of(new long[] {number, row, 0}, new long[] {1, rows, WIDTH});
  }

  private Region largePart() {
    return Region.of(new long[] {number, 0}, new long[] {1, LARGE});
  }

  void work() throws Exception {
    for (int i = 0; i < STEPS; i++) {
      int row = random.nextInt(ROWS);
      int[] values = random.ints(WIDTH).toArray();
      switch (random.nextInt(16)) {
        case 0 -> putRow(row, values);
        case 1 -> putTransposed(row, values);
        case 2 -> putInTwo(row, values);
        case 3 -> begin(row, values);
        case 4 -> appendRecord(values);
        case 5 -> look(row);
        case 6 -> putShared(random.nextInt(SHARED), 1 + random.nextInt(WIDTH));
        case 7 -> beginBuffered(row, values);
        case 8 -> beginAndCancel(row, values);
        case 9 -> putBytes(row, values);
        case 10 -> putText(row, values);
        case 11 -> putWhole(values);
        case 12 -> setOne(random.nextInt(WIDTH), values[0]);
        case 13 -> putLarge(values[0]);
        default -> {
          for (int r = 0; r < ROWS; r++) {
            putRow(r, values);
          }
        }
      }
    }
    complete();
  }

  private NcVariable variable(String name) throws Exception {
    return Objects.requireNonNull(file).variable(name);
  }

  private void note(int row, int... values) {
    System.arraycopy(values, 0, grid, row * WIDTH, WIDTH);
  }

  private void putRow(int row, int... values) throws Exception {
    if (file != null) {
      complete();
      variable("grid").put(part(row, 1), values);
    }
    note(row, values);
  }

  /** From memory that has gaps, and another type. */
  private void putTransposed(int row, int... values) throws Exception {
    if (file != null) {
      complete();
      double[] wide = new double[WIDTH * 3];
      for (int i = 0; i < WIDTH; i++) {
        wide[i * 3] = values[i];
      }
      variable("grid").put(part(row, 1), NcMemory.of(wide).strides(0, 0, 3));
    }
    note(row, values);
  }

  private void putInTwo(int row, int... values) throws Exception {
    if (file != null) {
      complete();
      int half = WIDTH / 2;
      Region odd =
          Region.of(new long[] {number, row, 1}, new long[] {1, 1, half}, new long[] {1, 1, 2});
      Region even =
          Region.of(new long[] {number, row, 0}, new long[] {1, 1, half}, new long[] {1, 1, 2});
      int[] sorted = new int[WIDTH];
      for (int i = 0; i < half; i++) {
        sorted[i] = values[2 * i + 1];
        sorted[half + i] = values[2 * i];
      }
      variable("grid").put(List.of(odd, even), NcMemory.of(sorted));
    }
    note(row, values);
  }

  private void begin(int row, int... values) throws Exception {
    if (file != null) {
      requests.add(variable("grid").nonblocking().put(part(row, 1), values));
    }
    note(row, values);
  }

  /** The values may change once the put has returned. */
  private void beginBuffered(int row, int... values) throws Exception {
    if (file != null) {
      int[] reused = values.clone();
      requests.add(variable("grid").buffered().put(part(row, 1), reused));
      Arrays.fill(reused, -1);
    }
    note(row, values);
  }

  private void beginAndCancel(int row, int... values) throws Exception {
    if (file != null) {
      NcRequest cancelled = variable("grid").nonblocking().put(part(row, 1), values);
      NcRequest buffered = variable("grid").buffered().put(part(row, 1), values);
      file.cancel(cancelled, buffered);
      assertThat(cancelled.state()).isEqualTo(NcRequest.State.CANCELLED);
    }
  }

  private void putBytes(int row, int... values) throws Exception {
    if (file != null) {
      complete();
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(WIDTH * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asIntBuffer().put(values);
      variable("grid").put(part(row, 1), NcMemory.of(bytes, MemoryType.INT));
    }
    note(row, values);
  }

  private void putText(int row, int... values) throws Exception {
    char[] letters = new char[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      letters[i] = (char) ('a' + Math.floorMod(values[i], 26));
    }
    if (file != null) {
      variable("text").put(part(row, 1), new String(letters));
    }
    System.arraycopy(letters, 0, text, row * WIDTH, WIDTH);
  }

  private void putWhole(int... values) throws Exception {
    if (file != null) {
      variable("own" + number).put(values);
    }
    System.arraycopy(values, 0, own, 0, WIDTH);
  }

  private void setOne(int at, int value) throws Exception {
    if (file != null) {
      variable("own" + number).set(value, at);
      assertThat(variable("own" + number).getInt(at)).isEqualTo(value);
    }
    own[at] = value;
  }

  private void putLarge(int value) throws Exception {
    if (file != null) {
      double[] values = new double[LARGE];
      Arrays.fill(values, value);
      variable("large").put(largePart(), values);
    }
    large = value;
  }

  private void complete() throws Exception {
    if (file != null && !requests.isEmpty()) {
      file.await(requests.toArray(new NcRequest[0]));
      assertThat(requests).allMatch(r -> r.state() == NcRequest.State.COMPLETED);
      assertThat(requests).allMatch(r -> r.failure() == null);
      requests.clear();
    }
  }

  private void appendRecord(int... values) throws Exception {
    if (file != null) {
      Region region = Region.of(new long[] {records(), number, 0}, new long[] {1, 1, WIDTH});
      variable("series").put(region, values);
      assertThat(file.records()).isGreaterThan(records());
      assertThat(variable("series").getInts(region)).isEqualTo(values);
    }
    steps.add(values);
  }

  private void look(int row) throws Exception {
    if (file == null) {
      return;
    }
    complete();
    int[] expected = Arrays.copyOfRange(grid, row * WIDTH, (row + 1) * WIDTH);
    assertThat(variable("grid").getInts(part(row, 1))).isEqualTo(expected);
    int[] later = new int[WIDTH];
    NcRequest get = variable("grid").nonblocking().get(part(row, 1), later);
    file.await(get);
    assertThat(later).isEqualTo(expected);
    requireWhole(all, variable("shared").getLongs(common));
    assertThat(variable("grid").attributes().getText("units")).isEqualTo("m");
    assertThat(file.attributes().getText("state")).hasSize(5);
    assertThat(file.variables()).hasSizeGreaterThan(all);
    assertThat(file.dimension("thread").length()).isEqualTo(all);
    assertThat(file.pendingRequests()).isNotNegative();
    assertThat(file.bufferUsed()).isBetween(0L, BUFFER);
    assertThat(variable("own" + number).getInts()).isEqualTo(own);
    assertThat(variable("text").getChars(part(0, ROWS))).isEqualTo(text);
    assertThat(variable("large").getDoubles(largePart())).containsOnly(large);
  }

  private void putShared(int at, int count) throws Exception {
    if (file != null) {
      long[] values = new long[count];
      Arrays.fill(values, (long) (number + 1) << 32 | number + 1);
      long first = common.start(0) + at % (common.count(0) - WIDTH);
      variable("shared").put(Region.of(new long[] {first}, new long[] {count}), values);
    }
  }
}
