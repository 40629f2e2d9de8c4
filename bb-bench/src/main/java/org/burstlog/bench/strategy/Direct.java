package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.SettingsException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.settings.Settings;

/** Without a burst buffer: each put is a blocking collective write. Others change parts of it. */
class Direct implements Strategy {
  @Override
  public String name() {
    return "direct";
  }

  @Override
  public String meaning() {
    return "Each put is a blocking collective write to the target.";
  }

  @Override
  public boolean needsTier() {
    return false;
  }

  @Override
  public Output create(
      Site site, String name, Manner manner, Measures measures, Definition definition)
      throws IOException {
    Path path = path(site, name);
    NcOptions options = options(site, manner, measures);
    site.group().barrier();
    long begin = System.nanoTime();
    NcFile file = NcFile.create(path, options);
    definition.define(file);
    file.endDefine();
    measures.add(Phase.CREATE, System.nanoTime() - begin);
    return output(site, file, manner, measures);
  }

  /** Where the file is written first. Collective. */
  Path path(Site site, String name) throws IOException {
    return site.directory().resolve(name);
  }

  NcOptions options(Site site, Manner manner, Measures measures) throws IOException {
    return NcOptions.defaults()
        .group(site.group())
        .target(site.targets())
        .format(CdfVersion.CDF5)
        .settings(settings(site, manner));
  }

  Settings settings(Site site, Manner manner) throws SettingsException {
    return site.settings().toBuilder().set(Settings.SWITCH, "off").build();
  }

  Output output(Site site, NcFile file, Manner manner, Measures measures) {
    return new Written(site, file, manner, measures);
  }

  /** A file that is written by blocking collective calls. */
  static class Written implements Output {
    final Site site;
    final Measures measures;
    final Manner manner;
    private final NcFile file;

    Written(Site site, NcFile file, Manner manner, Measures measures) {
      this.site = site;
      this.file = file;
      this.manner = manner;
      this.measures = measures;
    }

    @Override
    public NcFile file() {
      return file;
    }

    @Override
    public void put(NcVariable variable, Region region, NcMemory values) throws IOException {
      measures.time(
          Phase.PUT,
          () -> {
            transfer(variable, region, values);
            if (manner.synced()) {
              makeDurable();
            }
          });
      measures.put(region.elements() * variable.type().size());
    }

    void transfer(NcVariable variable, Region region, NcMemory values) throws IOException {
      variable.collective().put(region, values);
    }

    void makeDurable() throws IOException {
      file.sync();
    }

    @Override
    public void get(NcVariable variable, Region region, NcMemory into) throws IOException {
      measures.time(Phase.GET, () -> variable.get(region, into));
    }

    @Override
    public void endStep() throws IOException {}

    @Override
    public void flush() throws IOException {
      site.group().barrier();
      measures.time(Phase.FLUSH, file::flush);
    }

    @Override
    public void sync() throws IOException {
      site.group().barrier();
      measures.time(Phase.FLUSH, this::bringToTarget);
    }

    void bringToTarget() throws IOException {
      measures.time(Phase.FLUSH_SYNC, file::sync);
    }

    @Override
    public void close() throws IOException {
      site.group().barrier();
      measures.time(Phase.CLOSE, file::close);
    }

    @Override
    public void finish() throws IOException {
      sync();
      close();
    }
  }
}
