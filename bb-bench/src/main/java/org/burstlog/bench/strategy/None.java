package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;

/**
 * Without any output: what else a code does, and where it waits for the other processes. Files are
 * defined, since kernels ask them for their variables, but they are nowhere.
 */
final class None extends Direct {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public String meaning() {
    return "Nothing is written: the same run without its output, for comparison.";
  }

  @Override
  public boolean writes() {
    return false;
  }

  @Override
  public Output create(
      Site site, String name, Manner manner, Measures measures, Definition definition)
      throws IOException {
    // That a file is defined is no time of this run's output.
    return super.create(site, name, manner, new Measures(), definition);
  }

  @Override
  NcOptions options(Site site, Manner manner, Measures measures) throws IOException {
    return super.options(site, manner, measures)
        .group(new SoloGroup())
        .target((group, path, mode) -> new Nowhere(path, mode, 0));
  }

  @Override
  Output output(Site site, NcFile file, Manner manner, Measures measures) {
    return new Unwritten(site, file, manner, measures);
  }

  private static final class Unwritten extends Written {
    Unwritten(Site site, NcFile file, Manner manner, Measures measures) {
      super(site, file, manner, measures);
    }

    @Override
    public void put(NcVariable variable, Region region, NcMemory values) {}

    @Override
    public void get(NcVariable variable, Region region, NcMemory into) {}

    @Override
    public void flush() throws IOException {
      site.group().barrier();
    }

    @Override
    public void sync() throws IOException {
      site.group().barrier();
    }

    @Override
    public void close() throws IOException {
      site.group().barrier();
      file().close();
    }
  }
}
