package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Setting;

/**
 * FLASH's files: a checkpoint of all unknowns in double precision, and two plot files of some of
 * them in single precision, at the centres and at the corners of cells. Each rank has blocks of an
 * adaptive mesh, with guard cells around them in memory only.
 */
final class Flash implements Kernel {
  private static final Setting<Integer> BLOCKS =
      Setting.count(
          "blocks", "10", "Blocks of a rank; the second rank has one more, the third two.");
  private static final Setting<Integer> CELLS =
      Setting.count("cells", "8", "Cells along an edge of a block.");
  private static final Setting<Integer> GUARD =
      Setting.count("guard", "4", "Guard cells around a block in memory.");
  private static final Setting<Integer> UNKNOWNS =
      Setting.count("unknowns", "24", "How many unknowns a checkpoint has.");
  private static final Setting<Integer> PLOTTED =
      Setting.count("plotted", "4", "How many of them a plot file has.");
  private static final Setting<Files> FILES =
      Setting.oneOf("files", Files.class, Files.ALL, "Which files are written.");

  private static final Map<String, Map<String, String>> PRESETS =
      new Presets()
          .add("paper", "blocks=80 cells=16 guard=4 unknowns=24 plotted=4 files=all")
          .add("checkpoint", "blocks=80 cells=16 guard=4 unknowns=24 plotted=4 files=checkpoint")
          .add("plots", "blocks=80 cells=16 guard=4 unknowns=24 plotted=4 files=plots")
          .toMap();

  private enum Files {
    ALL,
    CHECKPOINT,
    PLOTS
  }

  @Override
  public String name() {
    return "flash";
  }

  @Override
  public String stresses() {
    return "Many variables, one large contiguous put of each, gathered from blocks with guard"
        + " cells.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(BLOCKS, CELLS, GUARD, UNKNOWNS, PLOTTED, FILES, Manner.CALLS);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public Program program(Parameters parameters, int ranks) throws BurstlogException {
    int cells = parameters.get(CELLS);
    int guard = parameters.get(GUARD);
    int blocks = parameters.get(BLOCKS);
    if (parameters.get(PLOTTED) > parameters.get(UNKNOWNS)) {
      throw parameters.wrong(PLOTTED, "there are not as many unknowns");
    }
    if (Math.pow(cells + 2.0 * guard, 3) * (blocks + 2) > 1 << 27) {
      throw parameters.wrong(BLOCKS, "an unknown of a rank must not be larger than 1GiB");
    }
    Mesh mesh = new Mesh(blocks, cells, guard, ranks);
    Manner manner = new Manner(false, parameters.get(Manner.CALLS));
    int unknowns = parameters.get(UNKNOWNS);
    int plotted = parameters.get(PLOTTED);
    List<FlashFile> plots =
        List.of(
            new FlashFile("flash-plot.nc", mesh, NcType.FLOAT, plotted, false, manner),
            new FlashFile("flash-corners.nc", mesh, NcType.FLOAT, plotted, true, manner));
    FlashFile checkpoint =
        new FlashFile("flash-checkpoint.nc", mesh, NcType.DOUBLE, unknowns, false, manner);
    return switch (parameters.get(FILES)) {
      case ALL -> new Output(List.of(checkpoint, plots.get(0), plots.get(1)));
      case CHECKPOINT -> new Output(List.of(checkpoint));
      case PLOTS -> new Output(plots);
    };
  }

  /**
   * The blocks of all ranks.
   *
   * @param blocks blocks of the first rank
   * @param cells cells along an edge of a block
   * @param guard guard cells on each side of it
   * @param ranks number of ranks
   */
  record Mesh(int blocks, int cells, int guard, int ranks) {
    int count(int rank) {
      return blocks + rank % 3;
    }

    /** The first block of a rank, and with the number of ranks, of all. */
    long first(int rank) {
      long first = 0;
      for (int r = 0; r < rank; r++) {
        first += count(r);
      }
      return first;
    }

    long all() {
      return first(ranks);
    }
  }

  private record Output(List<FlashFile> files) implements Program {
    @Override
    public void write(Space space) throws IOException {
      for (FlashFile file : files) {
        if (!file.equals(files.get(0))) {
          space.compute();
        }
        file.write(space);
      }
    }

    @Override
    public void verify(Space space) throws IOException {
      for (FlashFile file : files) {
        Verifier.together(space.group(), space.file(file.name()), file.contents());
      }
    }
  }
}
