package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Setting;

/**
 * Small inserts that must be durable one by one, as an embedded database makes them: each rank
 * writes pages to a file of its own, and goes on when the page would survive the machine.
 */
final class Inserts implements Kernel {
  private static final Setting<Integer> INSERTS =
      Setting.count("inserts", "64", "How many pages a rank writes.");
  private static final Setting<Long> PAGE = Setting.size("page", "4KiB", "Bytes of a page.");
  private static final Map<String, Map<String, String>> PRESETS =
      new Presets().add("many", "inserts=2048").toMap();
  private static final String VARIABLE = "page";

  @Override
  public String name() {
    return "inserts";
  }

  @Override
  public String stresses() {
    return "Latency of small writes that must be durable.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(INSERTS, PAGE);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public Program program(Parameters parameters, int ranks) throws BurstlogException {
    long elements = parameters.elements(PAGE);
    if (elements > 1 << 27) {
      throw parameters.wrong(PAGE, "must not be larger than 1GiB");
    }
    return new Pages(parameters.get(INSERTS), (int) elements);
  }

  private record Pages(int inserts, int elements) implements Program {
    private static String name(int rank) {
      return "inserts-" + rank + ".nc";
    }

    private Content content(int rank) {
      return new Content(VARIABLE, NcType.DOUBLE, inserts, elements, rank);
    }

    @Override
    public void write(Space space) throws IOException {
      int rank = space.group().rank();
      Content content = content(rank);
      Output output =
          space.createAlone(
              name(rank),
              new Manner(true, Manner.Calls.INDEPENDENT),
              file ->
                  file.defineVariable(
                      VARIABLE,
                      NcType.DOUBLE,
                      file.defineDimension("insert", inserts),
                      file.defineDimension("place", elements)));
      NcVariable variable = output.file().variable(VARIABLE);
      double[] page = new double[elements];
      Region region = new Region(2).set(1, 0, elements, 1);
      for (int insert = 0; insert < inserts; insert++) {
        if (insert > 0) {
          space.between(output);
        }
        long begin = System.nanoTime();
        content.fill(page, 0, insert, 0, elements);
        output.put(variable, region.set(0, insert, 1, 1), NcMemory.of(page));
        space.measures().operations("insert", 1, System.nanoTime() - begin);
      }
      output.endStep();
      output.finish();
    }

    @Override
    public void verify(Space space) throws IOException {
      for (int rank = 0; rank < space.group().size(); rank++) {
        Verifier.together(space.group(), space.file(name(rank)), List.of(content(rank)));
      }
    }
  }
}
