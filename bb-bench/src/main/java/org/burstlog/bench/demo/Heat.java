package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;
import org.burstlog.BufferedArray;
import org.burstlog.BurstBuffer;
import org.burstlog.Settings;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.group.ProcessGroup;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.target.TargetFile;

/**
 * Heat that spreads over a plate: a simulation small enough to read, with what real ones do. The
 * plate is cut into columns, one strip a rank; edges are exchanged in every step; every few steps
 * the temperature of the whole plate is written as one more record, each rank its own part.
 */
public final class Heat {
  private static final int STEPS_A_RECORD = 2;
  private static final double SPREAD = 0.2;

  private final int rank;
  private final int ranks;
  private final int rows;
  private final int columns;
  private double[][] now;
  private double[][] next;

  private Heat(ProcessGroup group, int rows, int allColumns) {
    this.rank = group.rank();
    this.ranks = group.size();
    this.rows = rows;
    this.columns = allColumns / ranks;
    this.now = new double[rows + 2][columns + 2];
    this.next = new double[rows + 2][columns + 2];
    for (int r = 1; r <= rows; r++) {
      for (int c = 1; c <= columns; c++) {
        double x = (rank * columns + c) / (double) allColumns;
        double y = r / (double) rows;
        now[r][c] = 300 + 100 * Math.sin(7 * x) * Math.cos(5 * y);
      }
    }
  }

  /**
   * Runs in every rank.
   *
   * @param args the target, rows, columns, and the number of records
   * @throws IOException when the file cannot be written
   * @throws MPIException when the ranks cannot exchange edges
   */
  public static void main(String[] args) throws IOException, MPIException {
    int rows = Integer.parseInt(args[1]);
    int columns = Integer.parseInt(args[2]);
    int records = Integer.parseInt(args[3]);
    Settings settings = Settings.load();
    try (ProcessGroup group = MpiGroup.world()) {
      Heat plate = new Heat(group, rows, columns);
      long[] writing = {0};
      final long begin = System.nanoTime();
      try (TargetFile target =
              MpiTarget.open(group, Path.of(args[0]), TargetFile.Mode.CREATE, MpiHints.none());
          BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
        Array layout =
            Array.strided(
                "temperature",
                0,
                Double.BYTES,
                ByteOrder.BIG_ENDIAN,
                new long[] {Array.UNLIMITED, rows, columns},
                new long[] {8L * rows * columns, 8L * columns, 8});
        BufferedArray temperature = buffer.define(layout);
        for (int record = 0; record < records; record++) {
          for (int step = 0; step < STEPS_A_RECORD; step++) {
            plate.step();
          }
          long before = System.nanoTime();
          plate.write(temperature, record);
          writing[0] += System.nanoTime() - before;
        }
      }
      long[] times = {writing[0], System.nanoTime() - begin};
      group.max(times);
      if (group.rank() == 0) {
        report(times[0], times[1]);
      }
    }
  }

  private void write(BufferedArray temperature, int record) throws IOException {
    Region region = new Region(3).set(0, record, 1, 1).set(2, (long) rank * columns, columns, 1);
    double[] line = new double[columns];
    for (int r = 1; r <= rows; r++) {
      System.arraycopy(now[r], 1, line, 0, columns);
      temperature.put(region.set(1, r - 1, 1, 1), line);
    }
  }

  private void step() throws MPIException {
    exchangeEdges();
    for (int r = 1; r <= rows; r++) {
      for (int c = 1; c <= columns; c++) {
        double around = now[r - 1][c] + now[r + 1][c] + now[r][c - 1] + now[r][c + 1];
        next[r][c] = now[r][c] + SPREAD * (around - 4 * now[r][c]);
      }
    }
    double[][] swapped = now;
    now = next;
    next = swapped;
  }

  private void exchangeEdges() throws MPIException {
    int left = rank == 0 ? MPI.PROC_NULL : rank - 1;
    int right = rank == ranks - 1 ? MPI.PROC_NULL : rank + 1;
    double[] mine = new double[rows];
    double[] theirs = new double[rows];
    copyOut(columns, mine);
    MPI.COMM_WORLD.sendRecv(mine, rows, MPI.DOUBLE, right, 0, theirs, rows, MPI.DOUBLE, left, 0);
    copyIn(0, left == MPI.PROC_NULL ? column(1) : theirs);
    copyOut(1, mine);
    MPI.COMM_WORLD.sendRecv(mine, rows, MPI.DOUBLE, left, 1, theirs, rows, MPI.DOUBLE, right, 1);
    copyIn(columns + 1, right == MPI.PROC_NULL ? column(columns) : theirs);
    now[0] = now[1].clone();
    now[rows + 1] = now[rows].clone();
  }

  private double[] column(int c) {
    double[] values = new double[rows];
    copyOut(c, values);
    return values;
  }

  private void copyOut(int c, double[] values) {
    for (int r = 1; r <= rows; r++) {
      values[r - 1] = now[r][c];
    }
  }

  private void copyIn(int c, double[] values) {
    for (int r = 1; r <= rows; r++) {
      now[r][c] = values[r - 1];
    }
  }

  @SuppressForbidden("a program that runs under mpirun speaks through its standard output")
  private static void report(long writing, long total) {
    System.out.printf(
        Locale.ROOT, "%s writing=%.1f total=%.1f%n", DemoVerb.RESULT, writing / 1e6, total / 1e6);
  }
}
