package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.settings.Settings;

/**
 * Without a burst buffer, but with MPI-IO told to gather what all processes bring to a collective
 * write, even where their pieces do not overlap; ROMIO then writes each by itself otherwise. Other
 * than MPI-IO there is nothing to be told.
 */
final class Gathering extends Direct {
  private static final String HINT = "romio_cb_write=enable";

  @Override
  public String name() {
    return "collective";
  }

  @Override
  public String meaning() {
    return "As direct, with MPI-IO told to gather the pieces of each call (romio_cb_write=enable).";
  }

  @Override
  NcOptions options(Site site, Manner manner, Measures measures) throws IOException {
    NcOptions options = super.options(site, manner, measures);
    if (!(site.group() instanceof MpiGroup)) {
      return options;
    }
    String given = site.settings().text(Settings.MPI_HINTS);
    return options.target(MpiTarget.system(MpiHints.parse(given + ";" + HINT)));
  }
}
