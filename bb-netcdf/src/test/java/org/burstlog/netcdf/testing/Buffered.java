package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.Settings;
import org.burstlog.SettingsException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.Mount;
import org.burstlog.netcdf.NcOptions;

/** Environments in which files have a burst buffer. */
public final class Buffered {
  private Buffered() {}

  /** A tier that takes no log; it stays until this process ends. */
  private static final class Full {
    static final Path TIER = mount();

    private Full() {}

    private static Path mount() {
      try {
        Mount mount = Mount.tmpfs(Files.createTempDirectory("burstlog-full"), 4096);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(mount)));
        return mount.path();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void close(Mount mount) {
      try {
        mount.close();
        Files.delete(mount.path());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static NcOptions with(NcOptions options, String layout) {
    try {
      Path tier = Path.of(System.getProperty("java.io.tmpdir"), "burstlog-tier");
      return with(options, layout, Files.createDirectories(tier));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NcOptions with(NcOptions options, String layout, Path tier) {
    try {
      return options.settings(
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier.toString())
              .set(Settings.LAYOUT, layout)
              .set(Settings.CHUNK, "256KiB")
              .set(Settings.BLOCK, "64KiB")
              .set(Settings.DRAIN_BUFFER, "64KiB")
              .build());
    } catch (SettingsException e) {
      throw new IllegalArgumentException(e);
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

  /** A tier that has no room for any log. */
  public interface NoRoom extends NcEnvironment {
    @Override
    default NcOptions options(ProcessGroup group) {
      return with(NcEnvironment.super.options(group), "process", Full.TIER);
    }
  }
}
