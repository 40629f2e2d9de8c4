package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/**
 * One of FLASH's files: what describes the tree of blocks, then the unknowns.
 *
 * @param name its name
 * @param mesh the blocks
 * @param type double precision of a checkpoint or single precision of a plot file
 * @param unknowns how many
 * @param corners whether values are at the corners of cells, of which there is one more a dimension
 * @param manner how it is used
 */
record FlashFile(
    String name, Flash.Mesh mesh, NcType type, int unknowns, boolean corners, Manner manner) {
  private static final int DIMENSIONS = 3;

  /** Neighbours, parent and children of a block. */
  private static final int RELATIVES = 15;

  private long points() {
    return mesh.cells() + (corners ? 1L : 0);
  }

  /** Tree data: type and elements a block of each variable; INT or that of the file. */
  private List<Content> tree() {
    long blocks = mesh.all();
    return List.of(
        new Content("lrefine", NcType.INT, 1, blocks),
        new Content("nodetype", NcType.INT, 1, blocks),
        new Content("gid", NcType.INT, 1, blocks * RELATIVES),
        new Content("coordinates", type, 1, blocks * DIMENSIONS),
        new Content("blocksize", type, 1, blocks * DIMENSIONS),
        new Content("bnd_box", type, 1, blocks * DIMENSIONS * 2));
  }

  private List<Content> fields() {
    List<Content> fields = new ArrayList<>();
    for (int i = 0; i < unknowns; i++) {
      String variable = String.format(Locale.ROOT, "unk_%02d", i);
      long points = points();
      fields.add(new Content(variable, type, 1, mesh.all() * points * points * points));
    }
    return fields;
  }

  List<Content> contents() {
    List<Content> all = new ArrayList<>(tree());
    all.addAll(fields());
    return all;
  }

  private void define(NcFile file) throws IOException {
    file.attributes().put("time", 0.25).put("timestep", 0.001).put("number_of_steps", 42);
    NcDimension blocks = file.defineDimension("blocks", mesh.all());
    NcDimension relatives = file.defineDimension("relatives", RELATIVES);
    NcDimension axis = file.defineDimension("axis", DIMENSIONS);
    NcDimension side = file.defineDimension("side", 2);
    NcDimension z = file.defineDimension("z", points());
    NcDimension y = file.defineDimension("y", points());
    NcDimension x = file.defineDimension("x", points());
    NcDimension[][] shapes = {
      {blocks}, {blocks}, {blocks, relatives}, {blocks, axis}, {blocks, axis}, {blocks, axis, side}
    };
    List<Content> tree = tree();
    for (int i = 0; i < shapes.length; i++) {
      file.defineVariable(tree.get(i).variable(), tree.get(i).type(), shapes[i]);
    }
    for (Content field : fields()) {
      file.defineVariable(field.variable(), type, blocks, z, y, x);
    }
  }

  void write(Space space) throws IOException {
    int rank = space.group().rank();
    Output output = space.create(name, manner, this::define);
    for (Content content : tree()) {
      NcVariable variable = output.file().variable(content.variable());
      Region region = region(variable, rank);
      int perBlock = (int) (content.perStep() / mesh.all());
      int count = mesh.count(rank) * perBlock;
      output.put(variable, region, dense(content, mesh.first(rank) * perBlock, count));
    }
    Blocks blocks = new Blocks(rank);
    for (Content content : fields()) {
      NcVariable variable = output.file().variable(content.variable());
      output.put(variable, region(variable, rank), blocks.of(content));
    }
    output.endStep();
    output.finish();
  }

  /** The blocks of a rank, whole in all other dimensions. */
  private Region region(NcVariable variable, int rank) {
    Region region = new Region(variable.rank());
    long[] shape = variable.shape();
    for (int d = 0; d < shape.length; d++) {
      region.set(d, 0, shape[d], 1);
    }
    return region.set(0, mesh.first(rank), mesh.count(rank), 1);
  }

  private static NcMemory dense(Content content, long place, int count) {
    switch (content.type()) {
      case INT -> {
        int[] values = new int[count];
        content.fill(values, 0, 0, place, count);
        return NcMemory.of(values);
      }
      case FLOAT -> {
        float[] values = new float[count];
        content.fill(values, 0, 0, place, count);
        return NcMemory.of(values);
      }
      default -> {
        double[] values = new double[count];
        content.fill(values, 0, 0, place, count);
        return NcMemory.of(values);
      }
    }
  }

  /** One unknown of all blocks of a rank, with guard cells, which stay zero and are not put. */
  private final class Blocks {
    private final int rank;
    private final int edge = mesh.cells() + 2 * mesh.guard();
    private final double[] doubles;
    private final float[] floats;

    Blocks(int rank) {
      this.rank = rank;
      int size = mesh.count(rank) * edge * edge * edge;
      doubles = new double[type == NcType.DOUBLE ? size : 0];
      floats = new float[type == NcType.FLOAT ? size : 0];
    }

    NcMemory of(Content content) {
      int points = (int) points();
      long place = mesh.first(rank) * points * points * points;
      for (int block = 0; block < mesh.count(rank); block++) {
        for (int z = 0; z < points; z++) {
          for (int y = 0; y < points; y++) {
            int row = ((block * edge + z + mesh.guard()) * edge + y + mesh.guard()) * edge;
            if (type == NcType.DOUBLE) {
              content.fill(doubles, row + mesh.guard(), 0, place, points);
            } else {
              content.fill(floats, row + mesh.guard(), 0, place, points);
            }
            place += points;
          }
        }
      }
      NcMemory memory = type == NcType.DOUBLE ? NcMemory.of(doubles) : NcMemory.of(floats);
      long[] shape = {mesh.count(rank), edge, edge, edge};
      return memory.interior(shape, 0, mesh.guard(), mesh.guard(), mesh.guard());
    }
  }
}
