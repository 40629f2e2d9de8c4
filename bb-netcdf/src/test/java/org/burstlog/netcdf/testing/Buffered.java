package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.SettingsException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.Mount;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.settings.Settings;

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
    return with(options, layout, tier());
  }

  private static Path tier() {
    try {
      return Files.createDirectories(
          Path.of(System.getProperty("java.io.tmpdir"), "burstlog-tier"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static NcOptions with(NcOptions options, String layout, Path tier) {
    return options.settings(settings(layout, tier));
  }

  private static Settings settings(String layout, Path tier) {
    try {
      return Settings.builder()
          .set(Settings.SWITCH, "on")
          .set(Settings.TIER, tier.toString())
          .set(Settings.LAYOUT, layout)
          .set(Settings.CHUNK, "256KiB")
          .set(Settings.BLOCK, "64KiB")
          .set(Settings.DRAIN_BUFFER, "64KiB")
          .build();
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

  /** A log for the processes of a node together, drained while the program goes on. */
  public interface LogPerNode extends NcEnvironment {
    @Override
    default NcOptions options(ProcessGroup group) {
      try {
        return NcEnvironment.super
            .options(group)
            .settings(
                settings("node", tier()).toBuilder()
                    .set(Settings.DRAIN_MODE, "background")
                    .build());
      } catch (SettingsException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  /** A log for each process, written and not mapped, that is full again and again. */
  public interface SmallWrittenLog extends NcEnvironment {
    @Override
    default NcOptions options(ProcessGroup group) {
      try {
        return NcEnvironment.super
            .options(group)
            .settings(
                settings("process", tier()).toBuilder()
                    .set(Settings.ACCESS, "written")
                    .set(Settings.CAPACITY, "512KiB")
                    .build());
      } catch (SettingsException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  /** A mapped log for the processes of a node together that is full again and again. */
  public interface SmallLogPerNode extends NcEnvironment {
    @Override
    default NcOptions options(ProcessGroup group) {
      try {
        return NcEnvironment.super
            .options(group)
            .settings(
                settings("node", tier()).toBuilder().set(Settings.CAPACITY, "512KiB").build());
      } catch (SettingsException e) {
        throw new IllegalArgumentException(e);
      }
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
