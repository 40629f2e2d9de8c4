package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.kernel.Gap;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.kernel.Program;
import org.burstlog.bench.kernel.Space;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Measures;
import org.burstlog.bench.strategy.Output;
import org.burstlog.bench.strategy.Site;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;

/**
 * Runs the program of a kernel for one process after the other, and keeps what each puts, without
 * the values.
 */
final class Recording implements Strategy {
  private final Kernel kernel;
  private final int ranks;
  private final Map<String, Recorded> files = new LinkedHashMap<>();
  private int rank;

  private Recording(Kernel kernel, int ranks) {
    this.kernel = kernel;
    this.ranks = ranks;
  }

  /** Returns the files of a program and what each process has put into them. */
  static Map<String, Recorded> of(Kernel kernel, Parameters parameters, int ranks)
      throws IOException {
    Recording recording = new Recording(kernel, ranks);
    Program program = kernel.program(parameters, ranks);
    Gap gap = Gap.of(parameters, new SoloGroup());
    Gap quick = new Gap(gap.flush(), Duration.ZERO, gap.computing(), gap.cores());
    for (int rank = 0; rank < ranks; rank++) {
      recording.rank = rank;
      Site site =
          new Site(
              new AloneGroup(rank, ranks, kernel.name()),
              PlainTarget.SYSTEM,
              Path.of("simulated"),
              null,
              Settings.builder().build());
      program.write(new Space(site, recording, new Measures(), quick));
    }
    return recording.files;
  }

  @Override
  public String name() {
    return "simulate";
  }

  @Override
  public String meaning() {
    return "Keeps what was put where.";
  }

  @Override
  public boolean needsTier() {
    return false;
  }

  @Override
  public Output create(
      Site site, String name, Manner manner, Measures measures, Definition definition)
      throws IOException {
    if (!(site.group() instanceof AloneGroup)) {
      throw unable(kernel.name(), "has a file for each rank");
    }
    Recorded file = files.get(name);
    if (file == null) {
      NcFile nowhere =
          Strategies.named("none")
              .create(site.alone(), name, manner, new Measures(), definition)
              .file();
      file = new Recorded(nowhere, ranks);
      files.put(name, file);
    }
    return new Kept(file, rank);
  }

  static BurstlogException unable(String kernel, String why) {
    return new BurstlogException(
        "kernel '"
            + kernel
            + "' "
            + why
            + ", which is not simulated; take another kernel or other parameters");
  }

  private final class Kept implements Output {
    private final Recorded recorded;
    private final int rank;
    private int epoch;

    Kept(Recorded recorded, int rank) {
      this.recorded = recorded;
      this.rank = rank;
    }

    @Override
    public NcFile file() {
      return recorded.file();
    }

    @Override
    public void put(NcVariable variable, Region region, NcMemory values) {
      recorded.put(epoch, rank, variable, region);
    }

    @Override
    public void get(NcVariable variable, Region region, NcMemory into) throws IOException {
      throw unable(kernel.name(), "reads");
    }

    @Override
    public void endStep() {}

    @Override
    public void flush() {
      epoch++;
    }

    @Override
    public void sync() {
      epoch++;
    }

    @Override
    public void close() {}

    @Override
    public void finish() {}
  }
}
