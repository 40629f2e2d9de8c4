package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.Settings;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcOptions;

/** Environments in which files have a burst buffer. */
public final class Buffered {
  private Buffered() {}

  private static NcOptions with(NcOptions options, String layout) {
    try {
      Path tier =
          Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "burstlog-tier"));
      return options.settings(
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier.toString())
              .set(Settings.LAYOUT, layout)
              .set(Settings.CHUNK, "256KiB")
              .set(Settings.BLOCK, "64KiB")
              .set(Settings.DRAIN_BUFFER, "64KiB")
              .build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A log for each process. */
  public interface LogPerProcess extends NcEnvironment {
    @Override
    default NcOptions options(ProcessGroup group) {
      return with(NcEnvironment.super.options(group), "process");
    }
  }

  /** A log for the processes of a node together. */
  public interface LogPerNode extends NcEnvironment {
    @Override
    default NcOptions options(ProcessGroup group) {
      return with(NcEnvironment.super.options(group), "node");
    }
  }
}
