package org.burstlog.bench.plan;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;

/** In what shapes and in what order one process of a simulation puts its records. */
public enum Pattern {
  /**
   * Blocks of 4 x 4 x 4 doubles of a block-structured mesh, put along a Morton curve; other
   * processes have the rest of the mesh. All blocks of a slab interleave.
   */
  MESH_BLOCKS {
    @Override
    void fill(Filler filler, int records) {
      long side = (long) Math.ceil(Math.cbrt(records));
      long global = side * 2 * 4;
      filler.array(Array.rowMajor("mesh", 4096, 8, ByteOrder.BIG_ENDIAN, global, global, global));
      Region region = new Region(3);
      for (long code = 0; filler.size() < records; code++) {
        long x = everyThirdBit(code);
        long y = everyThirdBit(code >>> 1);
        long z = everyThirdBit(code >>> 2);
        if (x < side && y < side && z < side) {
          region.set(0, z * 4, 4, 1).set(1, y * 4, 4, 1).set(2, x * 4, 4, 1);
          filler.put(region);
        }
      }
    }
  },

  /**
   * The diagonal multi-partition of BTIO: in each step a process of 1024 writes 32 cells of 4 x 4 x
   * 4 points of five doubles, each in a slab of its own.
   */
  BTIO_DIAGONAL {
    @Override
    void fill(Filler filler, int records) {
      int cells = 32;
      long points = cells * 4L;
      long[] shape = {Array.UNLIMITED, points, points, points, 5};
      long row = points * 5 * 8;
      long[] steps = {row * points * points, row * points, row, 40, 8};
      filler.array(Array.strided("u", 4096, 8, ByteOrder.BIG_ENDIAN, shape, steps));
      Region region = new Region(5);
      for (long step = 0; filler.size() < records; step++) {
        for (int c = 0; c < cells && filler.size() < records; c++) {
          region.set(0, step, 1, 1).set(1, c * 4L, 4, 1).set(4, 0, 5, 1);
          region.set(2, (c + 7L) % cells * 4, 4, 1).set(3, (c + 3L) % cells * 4, 4, 1);
          filler.put(region);
        }
      }
    }
  },

  /**
   * IOR with the processes' transfers of 64 KiB taking turns in the file: side by side in a call.
   */
  IOR_CONTIGUOUS {
    @Override
    void fill(Filler filler, int records) {
      transfers(filler, records, 1024, false);
    }
  },

  /** IOR with a block of the file to each process: its transfers of 64 KiB touch. */
  IOR_STRIDED {
    @Override
    void fill(Filler filler, int records) {
      transfers(filler, records, 1, false);
    }
  },

  /** Transfers of 64 KiB anywhere in the file, in any order. */
  RANDOM {
    @Override
    void fill(Filler filler, int records) {
      transfers(filler, records, 8, true);
    }
  };

  private static final long TRANSFER = 64 << 10;

  /**
   * Makes records of this pattern.
   *
   * @param records how many
   * @return the records
   */
  public Workload records(int records) {
    Filler filler = new Filler();
    fill(filler, records);
    return filler.workload();
  }

  abstract void fill(Filler filler, int records);

  private static void transfers(Filler filler, int records, int apart, boolean shuffled) {
    long all = TRANSFER * apart * records;
    filler.array(Array.rowMajor("file", 0, 1, ByteOrder.nativeOrder(), all));
    int[] places = new int[records];
    for (int i = 0; i < records; i++) {
      places[i] = i;
    }
    Random random = new Random(1);
    Region region = new Region(1);
    for (int i = 0; i < records; i++) {
      if (shuffled) {
        int other = i + random.nextInt(records - i);
        int place = places[other];
        places[other] = places[i];
        places[i] = place;
      }
      filler.put(region.set(0, TRANSFER * apart * places[i], TRANSFER, 1));
    }
  }

  private static long everyThirdBit(long code) {
    long bits = 0;
    for (int i = 0; i < 21; i++) {
      bits |= ((code >>> (3 * i)) & 1) << i;
    }
    return bits;
  }

  /** Puts records of one array one behind the other in a log. */
  static final class Filler {
    private final RecordIndex index = new RecordIndex();
    private Array array = Array.rowMajor("none", 0, 1, ByteOrder.BIG_ENDIAN);
    private long position;

    void array(Array newArray) {
      array = newArray;
    }

    void put(Region region) {
      index.add(0, region, position);
      position += region.elements() * array.elementSize();
    }

    Workload workload() {
      return new Workload(index, List.of(array));
    }

    int size() {
      return index.size();
    }
  }
}
