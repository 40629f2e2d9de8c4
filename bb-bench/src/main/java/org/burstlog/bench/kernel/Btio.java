package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Setting;

/**
 * BTIO: the solution of a block-tridiagonal solver, five doubles a point of a grid, once a step. A
 * square number of ranks q x q cuts the grid into q x q x q cells and gives each rank q of them
 * along a diagonal, so that no two share a slab, a row or a column. With strong scaling the grid is
 * a cube; with weak scaling its first two edges grow with q and the third stays as it is.
 */
final class Btio implements Kernel {
  private static final Setting<Integer> GRID =
      Setting.count("grid", "48", "Points along an edge of the cube; with weak scaling, along x.");
  private static final Setting<Integer> EDGE =
      Setting.count(
          "edge",
          "12",
          "With weak scaling: points along z and along y, times the square root of the ranks.");
  private static final Setting<Integer> STEPS =
      Setting.count("steps", "4", "How many times the solution is written.");
  private static final Setting<Scaling> SCALING =
      Setting.oneOf(
          "scaling",
          Scaling.class,
          Scaling.STRONG,
          "Whether the grid stays as it is with more ranks, or grows so that each rank has as much"
              + " as before.");
  private static final Map<String, Map<String, String>> PRESETS =
      new Presets()
          .add("strong", "grid=512 steps=8")
          .add("strong-40", "grid=512 steps=40")
          .add("weak", "grid=512 edge=16 steps=8 scaling=weak")
          .add("128", "grid=128 steps=8")
          // NPB writes in every fifth of 60, 200 or 250 steps.
          .add("class-s", "grid=12 steps=12")
          .add("class-w", "grid=24 steps=40")
          .add("class-a", "grid=64 steps=40")
          .add("class-b", "grid=102 steps=40")
          .add("class-c", "grid=162 steps=40")
          .add("class-d", "grid=408 steps=50")
          .add("class-e", "grid=1020 steps=50")
          .toMap();
  private static final String VARIABLE = "u";
  private static final int COMPONENTS = 5;

  private enum Scaling {
    STRONG,
    WEAK
  }

  @Override
  public String name() {
    return "btio";
  }

  @Override
  public String stresses() {
    return "Many small extents a put, and cells that interleave in the file.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(GRID, EDGE, STEPS, SCALING, Manner.CALLS);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public Program program(Parameters parameters, int ranks) throws BurstlogException {
    int side = (int) Math.round(Math.sqrt(ranks));
    if (side * side != ranks) {
      throw new BurstlogException(
          "btio runs on a square number of ranks, and not on "
              + ranks
              + "; start "
              + (int) Math.pow((int) Math.sqrt(ranks), 2)
              + " or "
              + (int) Math.pow((int) Math.sqrt(ranks) + 1, 2));
    }
    Grid grid = grid(parameters, side);
    if (grid.x() < side) {
      throw parameters.wrong(GRID, "must be at least " + side + " for " + ranks + " ranks");
    }
    if (grid.largest() > 1 << 27) {
      throw parameters.wrong(GRID, "cells must not be larger than 1GiB; take more ranks");
    }
    return new Diagonal(
        grid,
        new Manner(false, parameters.get(Manner.CALLS)),
        new Content(VARIABLE, NcType.DOUBLE, parameters.get(STEPS), grid.elements()));
  }

  /** The grid of so many ranks squared. */
  static Grid grid(Parameters parameters, int side) {
    int across = parameters.get(GRID);
    int others =
        parameters.get(SCALING) == Scaling.WEAK
            ? Math.multiplyExact(parameters.get(EDGE), side)
            : across;
    return new Grid(others, others, across, side);
  }

  /**
   * The points, and into how many cells each edge is cut.
   *
   * @param z points along the first edge
   * @param y points along the second
   * @param x points along the third, which follow each other in the file
   * @param side cells along each edge
   */
  record Grid(int z, int y, int x, int side) {
    long elements() {
      return Math.multiplyExact(Math.multiplyExact((long) z * y, x), COMPONENTS);
    }

    /** Elements of the largest cell. */
    long largest() {
      return (long) longest(z) * longest(y) * longest(x) * COMPONENTS;
    }

    private int longest(int edge) {
      return (edge + side - 1) / side;
    }

    /** As NPB's make_set: from one cell to the next, one up in x and z and one down in y. */
    void place(int rank, int cell, Region region) {
      set(region, 1, z, cell);
      set(region, 2, y, Math.floorMod(rank / side - cell, side));
      set(region, 3, x, (rank % side + cell) % side);
    }

    /** The first cells are longer by one where the edge does not divide. */
    private void set(Region region, int dimension, int edge, int index) {
      int rest = edge % side;
      int start = index * (edge / side) + Math.min(index, rest);
      region.set(dimension, start, edge / side + (index < rest ? 1 : 0), 1);
    }

    /** Where a row of points begins in a step. */
    long element(long atZ, long atY, long atX) {
      return ((atZ * y + atY) * x + atX) * COMPONENTS;
    }
  }

  private record Diagonal(Grid grid, Manner manner, Content content) implements Program {
    @Override
    public void write(Space space) throws IOException {
      Output output =
          space.create(
              "btio.nc",
              manner,
              file -> {
                NcDimension step = file.defineUnlimited("step");
                NcDimension z = file.defineDimension("z", grid.z());
                NcDimension y = file.defineDimension("y", grid.y());
                NcDimension x = file.defineDimension("x", grid.x());
                NcDimension component = file.defineDimension("component", COMPONENTS);
                file.defineVariable(VARIABLE, NcType.DOUBLE, step, z, y, x, component);
              });
      NcVariable variable = output.file().variable(VARIABLE);
      double[] cell = new double[(int) grid.largest()];
      Region region = new Region(5);
      for (int step = 0; step < content.steps(); step++) {
        if (step > 0) {
          space.between(output);
        }
        for (int c = 0; c < grid.side(); c++) {
          grid.place(space.group().rank(), c, region.set(0, step, 1, 1).set(4, 0, COMPONENTS, 1));
          fill(cell, region);
          output.put(variable, region, NcMemory.of(cell));
        }
        output.endStep();
      }
      output.finish();
    }

    private void fill(double[] cell, Region region) {
      int row = (int) region.count(3) * COMPONENTS;
      int at = 0;
      for (long z = region.start(1); z < region.start(1) + region.count(1); z++) {
        for (long y = region.start(2); y < region.start(2) + region.count(2); y++) {
          long place = grid.element(z, y, region.start(3));
          content.fill(cell, at, region.start(0), place, row);
          at += row;
        }
      }
    }

    @Override
    public void verify(Space space) throws IOException {
      Verifier.together(space.group(), space.file("btio.nc"), List.of(content));
    }
  }
}
