package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.NodeTiers;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions of several epochs, random puts and random gets on nodes with tiers of their own,
 * compared with an array.
 */
class FarReaderRandomTest {
  private static final int ROWS = 20;
  private static final int COLUMNS = 24;

  @TempDir Path directory;

  private static List<Long> seeds() {
    List<Long> seeds = new ArrayList<>();
    for (long seed = 1; seed <= Effort.of(40, 2000); seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  /** A put, and the value that all its elements get. */
  private record Put(Region region, double value) {}

  /** By epoch and rank, what is put. */
  private static final class Plan {
    private final Random random;
    private final int ranks;
    private final List<List<List<Put>>> epochs = new ArrayList<>();

    Plan(Random random, int ranks) {
      this.random = random;
      this.ranks = ranks;
    }

    /** Of one epoch two processes never put to the same element. */
    void addEpoch(double[] model) {
      boolean byColumns = random.nextBoolean();
      int shift = random.nextInt(ranks);
      List<List<Put>> all = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        List<Put> puts = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
          Put put = new Put(region((rank + shift) % ranks, byColumns), random.nextDouble() + 1);
          forEach(put.region(), index -> model[index] = put.value());
          puts.add(put);
        }
        all.add(puts);
      }
      epochs.add(all);
    }

    /** Every so manieth row or column, or some of these. */
    private Region region(int own, boolean byColumns) {
      int length = byColumns ? COLUMNS : ROWS;
      int most = (length - own + ranks - 1) / ranks;
      int skipped = random.nextInt(most);
      long[] across = {own + (long) skipped * ranks, 1 + random.nextInt(most - skipped), ranks};
      long[] along = any(random, byColumns ? ROWS : COLUMNS);
      long[] rows = byColumns ? along : across;
      long[] columns = byColumns ? across : along;
      return FarReaderRandomTest.region(rows, columns);
    }
  }

  private static Region region(long[] rows, long[] columns) {
    return Region.of(
        new long[] {rows[0], columns[0]},
        new long[] {rows[1], columns[1]},
        new long[] {rows[2], columns[2]});
  }

  /** Start, count and stride. */
  private static long[] any(Random random, int length) {
    long stride = 1L + random.nextInt(3);
    long start = random.nextInt(length);
    long count = 1L + random.nextInt((int) ((length - 1 - start) / stride + 1));
    return new long[] {start, count, stride};
  }

  private interface Element {
    void at(int index);
  }

  private static void forEach(Region region, Element element) {
    for (long r = 0; r < region.count(0); r++) {
      for (long c = 0; c < region.count(1); c++) {
        long row = region.start(0) + r * region.stride(0);
        long column = region.start(1) + c * region.stride(1);
        element.at((int) (row * COLUMNS + column));
      }
    }
  }

  private static double[] filled(Put put) {
    double[] values = new double[Math.toIntExact(put.region().elements())];
    Arrays.fill(values, put.value());
    return values;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void isReadAsAnArrayHasIt(long seed) throws Exception {
    Random random = new Random(seed);
    double[] model = new double[ROWS * COLUMNS];
    NodeTiers nodes = new NodeTiers(Files.createDirectory(directory.resolve("seed" + seed)));
    int perNode = 1 + random.nextInt(3);
    int writers = perNode + 1 + random.nextInt(2 * perNode);
    int tiers = (writers + perNode - 1) / perNode;
    String layout = random.nextBoolean() ? "process" : "node";
    int sessions = 1 + random.nextInt(2);
    for (int session = 0; session < sessions; session++) {
      boolean drained = session == 0 && random.nextBoolean();
      Plan plan = new Plan(random, writers);
      int epochs = 1 + random.nextInt(2) + (drained ? 1 : 0);
      for (int epoch = 0; epoch < epochs; epoch++) {
        plan.addEpoch(model);
      }
      nodes.crash(
          writers,
          perNode,
          session == 0,
          (file, group, targets) -> {
            NcVariable v = session(file);
            for (int epoch = 0; epoch < epochs; epoch++) {
              for (Put put : plan.epochs.get(epoch).get(group.rank())) {
                v.put(put.region(), filled(put));
              }
              group.barrier();
              if (epoch == 0 && drained) {
                file.flush();
                file.awaitDrained();
              } else if (epoch < epochs - 1) {
                targets.broken.set(true);
                file.flush();
              }
            }
          },
          "log.layout",
          layout,
          "drain.mode",
          "background",
          "recover",
          "ignore");
    }
    int readersPerNode = 1 + random.nextInt(3);
    int readers = (tiers - 1) * readersPerNode + 1 + random.nextInt(readersPerNode + 1);
    long gets = random.nextLong();
    try {
      nodes.read(
          readers, readersPerNode, (file, group) -> compare(file, group, new Random(gets), model));
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static NcVariable session(NcFile file) throws IOException {
    if (file.variables().isEmpty()) {
      NcDimension y = file.defineDimension("y", ROWS);
      NcDimension x = file.defineDimension("x", COLUMNS);
      NcVariable v = file.defineVariable("v", NcType.DOUBLE, y, x);
      file.endDefine();
      return v;
    }
    return file.variable("v");
  }

  private static void compare(NcFile file, ProcessGroup group, Random common, double[] model)
      throws IOException {
    NcVariable v = file.variable("v");
    Random own = new Random(common.nextLong() + group.rank());
    int calls = 1 + common.nextInt(4);
    for (int call = 0; call < calls; call++) {
      List<Region> regions = new ArrayList<>();
      List<double[]> found = new ArrayList<>();
      boolean requests = common.nextBoolean();
      for (int i = requests ? own.nextInt(4) : 1; i > 0; i--) {
        Region region = region(any(own, ROWS), any(own, COLUMNS));
        double[] memory = new double[Math.toIntExact(region.elements())];
        regions.add(region);
        found.add(memory);
        if (requests) {
          assertThat(v.nonblocking().get(region, memory).failure()).isNull();
        } else {
          v.collective().get(region, memory);
        }
      }
      if (requests) {
        file.awaitAll();
      }
      for (int i = 0; i < regions.size(); i++) {
        List<Double> expected = new ArrayList<>();
        forEach(regions.get(i), index -> expected.add(model[index]));
        assertThat(found.get(i))
            .as("%s", regions.get(i))
            .containsExactly(expected.stream().mapToDouble(Double::doubleValue).toArray());
      }
    }
  }
}
