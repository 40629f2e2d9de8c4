package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.file.Path;
import java.util.Locale;
import mpi.CartComm;
import mpi.CartParms;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;
import org.burstlog.array.Region;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;

/**
 * Waves in a closed basin: the linear shallow water equations on a staggered grid, cut into blocks,
 * one a rank, whose edges are exchanged in every step. Every few steps the whole state becomes one
 * more record of a netCDF file. Nothing here knows of a burst buffer.
 */
public final class ShallowWater {
  private static final double GRAVITY = 9.81;
  private static final double DEPTH = 100;
  private static final double SPACING = 500;
  private static final double STEP = 8;

  private final CartComm ranks;
  private final int[] place;
  private final Axis north;
  private final Axis east;
  private final double[] height;
  private final double[] u;
  private final double[] v;
  private final DoubleBuffer sent;
  private final DoubleBuffer got;

  /** One direction of the basin: its cells, those of this rank, and the ranks on both sides. */
  private record Axis(int cells, int first, int own, int before, int behind) {
    static Axis of(CartComm ranks, int direction, int cells, int parts, int part)
        throws MPIException {
      int first = (int) ((long) cells * part / parts);
      int end = (int) ((long) cells * (part + 1) / parts);
      ShiftParms neighbours = ranks.shift(direction, 1);
      return new Axis(
          cells, first, end - first, neighbours.getRankSource(), neighbours.getRankDest());
    }

    /** The same, seen from the other end. */
    Axis turned() {
      return new Axis(cells, first, own, /* before= */ behind, /* behind= */ before);
    }

    boolean endsAtWall() {
      return behind == MPI.PROC_NULL;
    }
  }

  private ShallowWater(int rows, int columns) throws MPIException {
    int[] parts = new int[2];
    CartComm.createDims(MPI.COMM_WORLD.getSize(), parts);
    ranks = MPI.COMM_WORLD.createCart(parts, new boolean[2], false);
    CartParms own = ranks.getTopo();
    place = new int[] {own.getCoord(0), own.getCoord(1)};
    north = Axis.of(ranks, 0, rows, parts[0], place[0]);
    east = Axis.of(ranks, 1, columns, parts[1], place[1]);
    // One ghost cell on every side.
    int cells = (north.own() + 2) * (east.own() + 2);
    height = new double[cells];
    u = new double[cells];
    v = new double[cells];
    sent = MPI.newDoubleBuffer(Math.max(north.own(), east.own()));
    got = MPI.newDoubleBuffer(Math.max(north.own(), east.own()));
    for (int j = 1; j <= north.own(); j++) {
      for (int i = 1; i <= east.own(); i++) {
        double y = (north.first() + j - 0.5) / rows - 0.4;
        double x = (east.first() + i - 0.5) / columns - 0.3;
        height[at(j, i)] = 2 * Math.exp(-200 * (x * x + y * y));
      }
    }
    exchangeEdges(height);
  }

  private int at(int j, int i) {
    return j * (east.own() + 2) + i;
  }

  /**
   * Runs in every rank.
   *
   * @param args the file, rows and columns of the basin, records to write, steps between two
   * @throws IOException when the file cannot be written
   * @throws MPIException when the ranks cannot exchange edges
   */
  public static void main(String[] args) throws IOException, MPIException {
    Path path = Path.of(args[0]);
    int rows = Integer.parseInt(args[1]);
    int columns = Integer.parseInt(args[2]);
    int records = Integer.parseInt(args[3]);
    int steps = Integer.parseInt(args[4]);
    try (MpiGroup world = MpiGroup.world()) {
      new ShallowWater(rows, columns).run(world, path, records, steps);
    }
  }

  private void run(MpiGroup world, Path path, int records, int steps)
      throws IOException, MPIException {
    NcOptions options =
        NcOptions.defaults().group(world).target(MpiTarget.system()).format(CdfVersion.CDF5);
    final long begin = System.nanoTime();
    long writing = 0;
    try (NcFile file = NcFile.create(path, options)) {
      define(file);
      for (int record = 0; record < records; record++) {
        for (int step = 0; step < steps; step++) {
          step();
        }
        long before = System.nanoTime();
        write(file, record, record * steps * STEP);
        writing += System.nanoTime() - before;
        double highest = highest();
        say("record %d of %d, highest wave %.2f m", record + 1, records, highest);
      }
      file.sync();
    }
    long[] nanos = {writing, System.nanoTime() - begin};
    world.max(nanos);
    say("done: %.3f s in writes, %.3f s in all", nanos[0] / 1e9, nanos[1] / 1e9);
  }

  private void define(NcFile file) throws IOException {
    file.attributes().put("Conventions", "CF-1.8").put("title", "Waves in a closed basin");
    NcDimension time = file.defineUnlimited("time");
    NcDimension y = file.defineDimension("y", north.cells());
    NcDimension x = file.defineDimension("x", east.cells());
    describe(file.defineVariable("time", NcType.DOUBLE, time), "time", "seconds since 2000-01-01")
        .attributes()
        .put("axis", "T");
    NcVariable ys = file.defineVariable("y", NcType.DOUBLE, y);
    describe(ys, "projection_y_coordinate", "m").attributes().put("axis", "Y");
    NcVariable xs = file.defineVariable("x", NcType.DOUBLE, x);
    describe(xs, "projection_x_coordinate", "m").attributes().put("axis", "X");
    describe(
        file.defineVariable("height", NcType.FLOAT, time, y, x),
        "sea_surface_height_above_geoid",
        "m");
    describe(file.defineVariable("u", NcType.FLOAT, time, y, x), "sea_water_x_velocity", "m s-1");
    describe(file.defineVariable("v", NcType.FLOAT, time, y, x), "sea_water_y_velocity", "m s-1");
    file.endDefine();
    coordinates(ys, north, place[1] == 0);
    coordinates(xs, east, place[0] == 0);
  }

  private static NcVariable describe(NcVariable variable, String standardName, String units)
      throws IOException {
    variable.attributes().put("standard_name", standardName).put("units", units);
    return variable;
  }

  /** Several ranks share a part of an axis; one of them writes it. */
  private static void coordinates(NcVariable variable, Axis axis, boolean mine) throws IOException {
    if (mine) {
      double[] middles = new double[axis.own()];
      for (int i = 0; i < middles.length; i++) {
        middles[i] = (axis.first() + i + 0.5) * SPACING;
      }
      variable.put(Region.of(new long[] {axis.first()}, new long[] {axis.own()}), middles);
    }
  }

  private void write(NcFile file, int record, double seconds) throws IOException {
    if (place[0] == 0 && place[1] == 0) {
      file.variable("time").set(seconds, record);
    }
    Region block =
        Region.of(
            new long[] {record, north.first(), east.first()},
            new long[] {1, north.own(), east.own()});
    file.variable("height").put(block, inner(height));
    file.variable("u").put(block, inner(u));
    file.variable("v").put(block, inner(v));
  }

  /** A field without its ghost cells. */
  private NcMemory inner(double[] field) {
    return NcMemory.of(field).interior(new long[] {1, north.own() + 2, east.own() + 2}, 0, 1, 1);
  }

  private void step() throws MPIException {
    for (int j = 1; j <= north.own(); j++) {
      for (int i = 1; i <= east.own(); i++) {
        int c = at(j, i);
        if (i < east.own() || !east.endsAtWall()) {
          u[c] -= GRAVITY * STEP / SPACING * (height[at(j, i + 1)] - height[c]);
        }
        if (j < north.own() || !north.endsAtWall()) {
          v[c] -= GRAVITY * STEP / SPACING * (height[at(j + 1, i)] - height[c]);
        }
      }
    }
    exchangeEdges(u);
    exchangeEdges(v);
    for (int j = 1; j <= north.own(); j++) {
      for (int i = 1; i <= east.own(); i++) {
        int c = at(j, i);
        double out = u[c] - u[at(j, i - 1)] + v[c] - v[at(j - 1, i)];
        height[c] -= DEPTH * STEP / SPACING * out;
      }
    }
    exchangeEdges(height);
  }

  /** Gives neighbours the outermost own cells, and takes theirs as ghost cells. */
  private void exchangeEdges(double[] field) throws MPIException {
    int width = east.own() + 2;
    shift(field, north, at(north.own(), 1), at(0, 1), 1, east.own());
    shift(field, north.turned(), at(1, 1), at(north.own() + 1, 1), 1, east.own());
    shift(field, east, at(1, east.own()), at(1, 0), width, north.own());
    shift(field, east.turned(), at(1, 1), at(1, east.own() + 1), width, north.own());
  }

  /** Sends a line of cells to the rank behind and takes one from the rank before. */
  private void shift(double[] field, Axis axis, int from, int into, int stride, int count)
      throws MPIException {
    for (int k = 0; k < count; k++) {
      sent.put(k, field[from + k * stride]);
    }
    ranks.sendRecv(
        sent, count, MPI.DOUBLE, axis.behind(), 0, got, count, MPI.DOUBLE, axis.before(), 0);
    if (axis.before() != MPI.PROC_NULL) {
      for (int k = 0; k < count; k++) {
        field[into + k * stride] = got.get(k);
      }
    }
  }

  /** The highest wave of the whole basin; every rank gets here, so all have put their part. */
  private double highest() throws MPIException {
    double highest = Double.NEGATIVE_INFINITY;
    for (int j = 1; j <= north.own(); j++) {
      for (int i = 1; i <= east.own(); i++) {
        highest = Math.max(highest, height[at(j, i)]);
      }
    }
    DoubleBuffer value = MPI.newDoubleBuffer(1).put(0, highest);
    ranks.allReduce(value, 1, MPI.DOUBLE, MPI.MAX);
    return value.get(0);
  }

  private void say(String format, Object... values) throws MPIException {
    if (ranks.getRank() == 0) {
      System.out.printf(Locale.ROOT, format + "%n", values);
    }
  }
}
