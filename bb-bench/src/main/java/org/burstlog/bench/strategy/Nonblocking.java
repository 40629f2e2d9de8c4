package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;

/** Without a burst buffer: puts are begun, and combined in memory when they are waited for. */
final class Nonblocking extends Direct {
  @Override
  public String name() {
    return "nonblocking";
  }

  @Override
  public String meaning() {
    return "Puts are only begun; at the end of a step they are combined in memory and written"
        + " together.";
  }

  @Override
  Output output(Site site, NcFile file, Manner manner, Measures measures) {
    return new Combined(site, file, manner, measures);
  }

  private static final class Combined extends Written {
    Combined(Site site, NcFile file, Manner manner, Measures measures) {
      super(site, file, manner, measures);
    }

    @Override
    void transfer(NcVariable variable, Region region, NcMemory values) throws IOException {
      variable.nonblocking().put(region, values);
    }

    @Override
    void makeDurable() throws IOException {
      file().awaitAll();
      file().sync();
    }

    @Override
    public void endStep() throws IOException {
      site.group().barrier();
      measures.time(Phase.FLUSH, () -> measures.time(Phase.FLUSH_WRITE, file()::awaitAll));
    }

    @Override
    void bringToTarget() throws IOException {
      measures.time(Phase.FLUSH_WRITE, file()::awaitAll);
      super.bringToTarget();
    }
  }
}
