package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.target.TargetFile;

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
        .target((group, path, mode) -> new Nowhere(path, mode));
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

  /** A file of which only the length is known. */
  private static final class Nowhere implements TargetFile {
    private final Path path;
    private final Mode mode;
    private long size;

    Nowhere(Path path, Mode mode) {
      this.path = path;
      this.mode = mode;
    }

    @Override
    public Path path() {
      return path;
    }

    @Override
    public Mode mode() {
      return mode;
    }

    @Override
    public boolean can(Capability capability) {
      return false;
    }

    @Override
    public void writeAll(ExtentList extents, ByteBuffer data) {
      write(extents, data);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) {
      for (int i = 0; i < extents.size(); i++) {
        size = Math.max(size, extents.offset(i) + extents.length(i));
      }
    }

    @Override
    public int read(long position, ByteBuffer into) {
      int count = (int) Math.max(0, Math.min(into.remaining(), size - position));
      into.put(new byte[count]);
      return count;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void resize(long length) {
      size = length;
    }

    @Override
    public void sync() {}

    @Override
    public void syncOwn() {}

    @Override
    public void close() {}
  }
}
