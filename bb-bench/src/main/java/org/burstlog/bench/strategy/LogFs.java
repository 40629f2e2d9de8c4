package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;

/**
 * LogFS's way: below the file format, puts are bytes at offsets. They are flattened at the put, in
 * the file's byte order, into a log of the process and a tree over the file, from which they are
 * replayed.
 */
final class LogFs extends Direct {
  @Override
  public String name() {
    return "logfs";
  }

  @Override
  public String meaning() {
    return "Puts are flattened at once into a log of the process and a tree over the file, and"
        + " replayed from the tree at the end.";
  }

  @Override
  public boolean needsTier() {
    return true;
  }

  @Override
  NcOptions options(Site site, Manner manner, Measures measures) throws IOException {
    return super.options(site, manner, measures)
        .driver(
            (next, context) ->
                new LogFsDriver(next, context, site.requireTier(), manner.synced(), measures));
  }

  @Override
  Output output(Site site, NcFile file, Manner manner, Measures measures) {
    return new Replayed(site, file, manner, measures);
  }

  private static final class Replayed extends Written {
    Replayed(Site site, NcFile file, Manner manner, Measures measures) {
      super(site, file, manner, measures);
    }

    @Override
    void makeDurable() {
      // The log has synced the put already.
    }

    @Override
    void bringToTarget() throws IOException {
      file().sync();
    }
  }
}
