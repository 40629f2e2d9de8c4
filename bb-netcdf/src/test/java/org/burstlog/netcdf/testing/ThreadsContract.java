package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcRequest;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Test;

/** Pools of threads use one file at once, and what is in it is what they have put. */
public abstract class ThreadsContract implements NcEnvironment {
  /** So many that each of up to four processes has the same number of them. */
  private static final int FEW = 72;

  /** In the long form, of each process. */
  private static final int MANY = 64;

  private static final int ROUNDS = 4;

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

  private static int threads(ProcessGroup group) {
    return Effort.of(FEW, MANY * group.size());
  }

  private static void define(NcFile file, ProcessGroup group) throws Exception {
    PoolWorker.define(file, threads(group));
    NcDimension x = file.dimension("x");
    NcDimension call = file.defineDimension("call", 2 * ROUNDS);
    NcDimension process = file.defineDimension("process", group.size());
    file.defineVariable("together", NcType.INT, call, process, x);
    file.defineVariable("filled", NcType.SHORT, file.dimension("time"), x).setFill(true);
    file.attributes().put("state", "begun");
    file.endDefine();
  }

  private static void write(long seed, ProcessGroup group, Path path, NcOptions options)
      throws Exception {
    int all = threads(group);
    int own = all / group.size();
    ExecutorService pool = Executors.newFixedThreadPool(own);
    try (NcFile file = NcFile.create(path, options.format(CdfVersion.CDF5))) {
      define(file, group);
      file.attachBuffer(PoolWorker.BUFFER);
      CyclicBarrier start = new CyclicBarrier(own + 1);
      List<Future<?>> ends = new ArrayList<>();
      for (int t = 0; t < own; t++) {
        PoolWorker worker = new PoolWorker(seed, group.rank() * own + t, file, own, all);
        ends.add(
            pool.submit(
                () -> {
                  start.await();
                  worker.work();
                  return worker;
                }));
      }
      start.await();
      for (int i = 0; i < ROUNDS; i++) {
        // What all processes do together goes on meanwhile, in one thread of each.
        together(file, group, i);
      }
      for (Future<?> end : ends) {
        end.get();
      }
      file.detachBuffer();
    } finally {
      pool.shutdownNow();
    }
  }

  /** One of each collective call. */
  private static void together(NcFile file, ProcessGroup group, int round) throws Exception {
    NcVariable together = file.variable("together");
    file.sync();
    together.collective().put(mine(group, 2 * round), together(group, 2 * round));
    file.attributes().put("state", "step" + round);
    NcRequest put =
        together.nonblocking().put(mine(group, 2 * round + 1), together(group, 2 * round + 1));
    file.awaitAll(List.of(put));
    assertThat(put.state()).isEqualTo(NcRequest.State.COMPLETED);
    file.syncRecords();
    file.variable("filled").fillRecord(round);
    int[] found = new int[PoolWorker.WIDTH];
    together.collective().get(mine(group, 2 * round), found);
    assertThat(found).isEqualTo(together(group, 2 * round));
    file.flush();
  }

  private static Region mine(ProcessGroup group, int call) {
    return Region.of(new long[] {call, group.rank(), 0}, new long[] {1, 1, PoolWorker.WIDTH});
  }

  private static int[] together(ProcessGroup group, int call) {
    int[] values = new int[PoolWorker.WIDTH];
    Arrays.setAll(values, i -> (call * 1000 + group.rank()) * PoolWorker.WIDTH + i);
    return values;
  }

  private static void check(long seed, ProcessGroup group, Path path, NcOptions options)
      throws Exception {
    int all = threads(group);
    try (NcFile file = NcFile.open(path, options.readOnly())) {
      assertThat(file.attributes().getText("state")).isEqualTo("step" + (ROUNDS - 1));
      long records = ROUNDS;
      for (int t = 0; t < all; t++) {
        PoolWorker model = new PoolWorker(seed, t, null, all, all);
        model.work();
        records = Math.max(records, model.records());
        model.check(file);
      }
      assertThat(file.records()).isEqualTo(records);
      PoolWorker.requireWhole(all, file.variable("shared").getLongs());
      for (int call = 0; call < 2 * ROUNDS; call++) {
        assertThat(file.variable("together").getInts(mine(group, call)))
            .as("collective put %d", call)
            .isEqualTo(together(group, call));
      }
      Region filled = Region.of(new long[] {0, 0}, new long[] {ROUNDS, PoolWorker.WIDTH});
      assertThat(file.variable("filled").getShorts(filled))
          .as("filled records")
          .containsOnly((short) -32767);
    }
    group.barrier();
  }
}
