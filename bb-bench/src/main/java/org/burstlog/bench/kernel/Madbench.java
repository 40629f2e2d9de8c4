package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.group.Together;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Setting;
import org.jspecify.annotations.Nullable;

/**
 * MADbench2: matrices that do not fit into memory, one a bin. Phase S writes each, W reads each and
 * writes it again, C reads each. With gangs, W has each matrix read and written by the processes of
 * one gang only, while other gangs do the same with other matrices.
 *
 * <p>The original writes a file without a header; here the matrices are one variable.
 */
final class Madbench implements Kernel {
  private static final Setting<Integer> ORDER =
      Setting.count("order", "256", "Rows and columns of a matrix.");
  private static final Setting<Integer> BINS =
      Setting.count("bins", "8", "How many matrices there are.");
  private static final Setting<Integer> GANGS =
      Setting.count("gangs", "1", "Into how many gangs W divides the processes.");
  private static final Setting<Phases> PHASES =
      Setting.oneOf("phases", Phases.class, Phases.SWC, "Which phases there are.");
  private static final Map<String, Map<String, String>> PRESETS =
      new Presets()
          .add("write", "order=1024 bins=16 phases=s")
          .add("read", "order=1024 bins=16 phases=sc")
          .add("mixed", "order=1024 bins=16 phases=sw")
          .add("all", "order=1024 bins=16 phases=swc")
          .add("gangs", "order=1024 bins=16 phases=swc gangs=4")
          .toMap();
  private static final String VARIABLE = "matrix";

  private enum Phases {
    S,
    SC,
    SW,
    SWC;

    boolean rewrites() {
      return this == SW || this == SWC;
    }

    boolean reads() {
      return this == SC || this == SWC;
    }
  }

  @Override
  public String name() {
    return "madbench";
  }

  @Override
  public String stresses() {
    return "Reading what was just written, and writing it again.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(ORDER, BINS, GANGS, PHASES, Manner.CALLS);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public Program program(Parameters parameters, int ranks) throws BurstlogException {
    int gangs = parameters.get(GANGS);
    if (ranks % gangs != 0) {
      throw parameters.wrong(GANGS, ranks + " ranks cannot be divided into so many gangs");
    }
    if (parameters.get(BINS) % gangs != 0) {
      throw parameters.wrong(BINS, "must be a multiple of the gangs");
    }
    int order = parameters.get(ORDER);
    if (order < ranks) {
      throw parameters.wrong(ORDER, "each of " + ranks + " ranks needs a row");
    }
    if (Math.ceil((double) order * gangs / ranks) * order > 1 << 27) {
      throw parameters.wrong(ORDER, "the rows of a process must not be larger than 1GiB");
    }
    return new Matrices(
        order,
        gangs,
        parameters.get(PHASES),
        new Manner(false, parameters.get(Manner.CALLS)),
        new Content(VARIABLE, NcType.DOUBLE, parameters.get(BINS), (long) order * order));
  }

  /** Content is that of S; W adds one to its version. */
  private static final class Matrices implements Program {
    private final int order;
    private final int gangs;
    private final Phases phases;
    private final Manner manner;
    private final Content content;

    /** Told when all verify: others are waiting for this process's next put. */
    private @Nullable BurstlogException misread;

    Matrices(int order, int gangs, Phases phases, Manner manner, Content content) {
      this.order = order;
      this.gangs = gangs;
      this.phases = phases;
      this.manner = manner;
      this.content = content;
    }

    private Content rewritten() {
      return new Content(VARIABLE, NcType.DOUBLE, content.steps(), content.perStep(), 1);
    }

    private Content last() {
      return phases.rewrites() ? rewritten() : content;
    }

    @Override
    public void write(Space space) throws IOException {
      misread = null;
      Output output =
          space.create(
              "madbench.nc",
              manner,
              file ->
                  file.defineVariable(
                      VARIABLE,
                      NcType.DOUBLE,
                      file.defineDimension("bin", content.steps()),
                      file.defineDimension("row", order),
                      file.defineDimension("column", order)));
      Share all = new Share(output, space.group().rank(), space.group().size());
      for (long bin = 0; bin < content.steps(); bin++) {
        if (bin > 0) {
          space.between(output);
        }
        all.put(bin, content);
      }
      if (phases.rewrites()) {
        rewrite(space, output);
      }
      if (phases.reads()) {
        for (long bin = 0; bin < content.steps(); bin++) {
          space.compute();
          all.check(bin, last());
        }
      }
      output.finish();
    }

    /** A gang reads what others have written, so all must have it first, and again afterwards. */
    private void rewrite(Space space, Output output) throws IOException {
      int members = space.group().size() / gangs;
      int gang = space.group().rank() / members;
      Share own = new Share(output, space.group().rank() % members, members);
      if (gangs > 1) {
        output.sync();
      }
      for (long bin = gang; bin < content.steps(); bin += gangs) {
        space.between(output);
        own.check(bin, content);
        own.put(bin, rewritten());
      }
      if (gangs > 1) {
        output.sync();
      }
    }

    @Override
    public void verify(Space space) throws IOException {
      Together.reach(space.group(), "reading " + space.file("madbench.nc"), misread);
      Verifier.together(space.group(), space.file("madbench.nc"), List.of(last()));
    }

    /** The rows that one of several processes has of every matrix. */
    private final class Share {
      private final Output output;
      private final NcVariable variable;
      private final double[] values;
      private final double[] expected;
      private final Region region = new Region(3);
      private final long first;

      Share(Output output, int member, int members) throws IOException {
        this.output = output;
        variable = output.file().variable(VARIABLE);
        long begin = (long) order * member / members;
        long end = (long) order * (member + 1) / members;
        first = begin * order;
        values = new double[(int) (end - begin) * order];
        expected = new double[values.length];
        region.set(1, begin, end - begin, 1).set(2, 0, order, 1);
      }

      void put(long bin, Content content) throws IOException {
        content.fill(values, 0, bin, first, values.length);
        output.put(variable, region.set(0, bin, 1, 1), NcMemory.of(values));
        output.endStep();
      }

      void check(long bin, Content content) throws IOException {
        output.get(variable, region.set(0, bin, 1, 1), NcMemory.of(values));
        content.fill(expected, 0, bin, first, expected.length);
        int differs = Arrays.mismatch(values, expected);
        if (differs >= 0 && misread == null) {
          misread =
              new BurstlogException(
                  "matrix "
                      + bin
                      + ", element "
                      + (first + differs)
                      + " was read as "
                      + values[differs]
                      + ", and must be "
                      + expected[differs]);
        }
      }
    }
  }
}
