package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcRequest;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pools of threads use one file at once, and what is in it is what they have put. */
public abstract class ThreadsContract implements NcEnvironment {
  /** So many that each of up to four processes has the same number of them. */
  private static final int THREADS = 72;

  private static final int ROWS = 6;
  private static final int WIDTH = 40;
  private static final int STEPS = 60;
  private static final int SHARED = 512;

  /** For the classes that say where it runs. */
  protected ThreadsContract() {}

  private static long seed(ProcessGroup group) throws Exception {
    byte[] mine = ByteBuffer.allocate(Long.BYTES).putLong(System.nanoTime()).array();
    return ByteBuffer.wrap(group.broadcast(mine, 0)).getLong();
  }

  @Test
  void allOfThemPutAndGetWhatTheyLike() throws Exception {
    withFile(
        (group, path, options) -> {
          long seed = seed(group);
          try {
            write(seed, group, path, options);
            check(seed, group, path, options);
          } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
          }
        });
  }

  private static void define(NcFile file) throws Exception {
    NcDimension time = file.defineUnlimited("time");
    NcDimension thread = file.defineDimension("thread", THREADS);
    NcDimension row = file.defineDimension("row", ROWS);
    NcDimension x = file.defineDimension("x", WIDTH);
    NcDimension n = file.defineDimension("n", SHARED);
    file.defineVariable("grid", NcType.INT, thread, row, x).attributes().put("units", "m");
    file.defineVariable("series", NcType.DOUBLE, time, thread, x);
    file.defineVariable("shared", NcType.INT64, n);
    file.attributes().put("state", "begun");
    file.endDefine();
  }

  private static void write(long seed, ProcessGroup group, Path path, NcOptions options)
      throws Exception {
    int own = THREADS / group.size();
    ExecutorService pool = Executors.newFixedThreadPool(own);
    try (NcFile file = NcFile.create(path, options.format(CdfVersion.CDF5))) {
      define(file);
      CyclicBarrier start = new CyclicBarrier(own + 1);
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < own; t++) {
        Worker worker = new Worker(seed, group.rank() * own + t, file, own);
        ends.add(
            pool.submit(
                () -> {
                  start.await();
                  worker.write();
                  return worker;
                }));
      }
      start.await();
      for (int i = 0; i < 4; i++) {
        // What all processes do together goes on meanwhile, in one thread of each.
        file.sync();
        file.attributes().put("state", "step" + i);
        file.syncRecords();
        file.flush();
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static void check(long seed, ProcessGroup group, Path path, NcOptions options)
      throws Exception {
    try (NcFile file = NcFile.open(path, options.readOnly())) {
      assertThat(file.attributes().getText("state")).isEqualTo("step3");
      long records = 0;
      for (int t = 0; t < THREADS; t++) {
        Worker model = new Worker(seed, t, null, THREADS);
        model.write();
        records = Math.max(records, model.records);
        assertThat(file.variable("grid").getInts(model.gridRegion(0, ROWS)))
            .as("thread %d", t)
            .isEqualTo(model.grid);
        Region all = Region.of(new long[] {0, t, 0}, new long[] {model.records, 1, WIDTH});
        assertThat(file.variable("series").getInts(all))
            .as("records of thread %d", t)
            .startsWith(model.series());
      }
      assertThat(file.records()).isEqualTo(records);
      requireWhole(file.variable("shared").getLongs());
    }
    group.barrier();
  }

  private static void requireWhole(long... values) {
    for (long value : values) {
      assertThat((int) (value >>> 32)).isEqualTo((int) value).isBetween(0, THREADS);
    }
  }

  /** What one thread does to the file, and to a model of its part of it. */
  private static final class Worker {
    private final Random random;
    private final int number;
    private final @Nullable NcFile file;
    private final Region common;
    private final int[] grid = new int[ROWS * WIDTH];
    private final List<int[]> steps = new ArrayList<>();
    private int records;
    private final List<NcRequest> requests = new ArrayList<>();

    /** Without a file, only the model is made. */
    Worker(long seed, int number, @Nullable NcFile file, int threads) {
      this.random = new Random(seed * 31 + number);
      this.number = number;
      this.file = file;
      // Only what threads of one process put to the same place is defined.
      long width = (long) SHARED * threads / THREADS;
      common = Region.of(new long[] {number / threads * width}, new long[] {width});
    }

    Region gridRegion(int row, int rows) {
      return Region.of(new long[] {number, row, 0}, new long[] {1, rows, WIDTH});
    }

    int[] series() {
      return steps.stream().flatMapToInt(Arrays::stream).toArray();
    }

    void write() throws Exception {
      for (int i = 0; i < STEPS; i++) {
        int row = random.nextInt(ROWS);
        int[] values = random.ints(WIDTH).toArray();
        switch (random.nextInt(8)) {
          case 0 -> putRow(row, values);
          case 1 -> putTransposed(row, values);
          case 2 -> putInTwo(row, values);
          case 3 -> begin(row, values);
          case 4 -> appendRecord(values);
          case 5 -> look(row);
          case 6 -> putShared(random.nextInt(SHARED), 1 + random.nextInt(WIDTH));
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
        variable("grid").put(gridRegion(row, 1), values);
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
        variable("grid").put(gridRegion(row, 1), NcMemory.of(wide).strides(0, 0, 3));
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
        requests.add(variable("grid").nonblocking().put(gridRegion(row, 1), values));
      }
      note(row, values);
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
        Region region = Region.of(new long[] {records, number, 0}, new long[] {1, 1, WIDTH});
        variable("series").put(region, values);
        assertThat(file.records()).isGreaterThan(records);
        assertThat(variable("series").getInts(region)).isEqualTo(values);
      }
      steps.add(values);
      records++;
    }

    private void look(int row) throws Exception {
      if (file == null) {
        return;
      }
      complete();
      int[] expected = Arrays.copyOfRange(grid, row * WIDTH, (row + 1) * WIDTH);
      assertThat(variable("grid").getInts(gridRegion(row, 1))).isEqualTo(expected);
      int[] later = new int[WIDTH];
      NcRequest get = variable("grid").nonblocking().get(gridRegion(row, 1), later);
      file.await(get);
      assertThat(later).isEqualTo(expected);
      requireWhole(variable("shared").getLongs(common));
      assertThat(variable("grid").attributes().getText("units")).isEqualTo("m");
      assertThat(file.attributes().getText("state")).hasSize(5);
      assertThat(file.variables()).hasSize(3);
      assertThat(file.dimension("thread").length()).isEqualTo(THREADS);
      assertThat(file.pendingRequests()).isNotNegative();
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
}
