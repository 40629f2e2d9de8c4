package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;

/**
 * A netCDF file of processes on several nodes that have a tier each: a process sees the tier of its
 * own node and no other.
 */
public final class NodeTiers {
  private final Path directory;
  private final Path path;

  /**
   * No tier yet.
   *
   * @param directory where tiers and file are made
   */
  public NodeTiers(Path directory) {
    this.directory = directory;
    this.path = directory.resolve("out.nc");
  }

  /** What a process does with the open file. */
  @FunctionalInterface
  public interface Use {
    /** Does it. */
    void of(NcFile file, ProcessGroup group) throws IOException;
  }

  /** What a process does with a file that it makes, until it loses the target. */
  @FunctionalInterface
  public interface Life {
    /** Does it; writes to the target fail when the targets are broken. */
    void live(NcFile file, ProcessGroup group, FickleTarget.Targets targets) throws IOException;
  }

  /** The file. */
  public Path path() {
    return path;
  }

  /** The tier of a node. */
  public Path tier(int node) throws IOException {
    return Files.createDirectories(directory.resolve("tier" + node));
  }

  /** Options of a process, with names and values of settings. */
  public NcOptions options(ProcessGroup group, int perNode, String... more) throws IOException {
    Settings.Builder settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier(group.rank() / perNode).toString());
    return NcOptions.defaults().settings(NamedSettings.set(settings, more).build()).group(group);
  }

  /** Lets a program make the file, or go on with it, and lose the target. */
  public void crash(int ranks, int perNode, boolean anew, Life life, String... settings)
      throws Exception {
    FickleTarget.Targets targets = new FickleTarget.Targets();
    ThreadedGroup.run(
        ranks,
        perNode,
        group -> {
          NcOptions options = options(group, perNode, settings).target(targets);
          NcFile file = anew ? NcFile.create(path, options) : NcFile.open(path, options);
          life.live(file, group, targets);
          group.barrier();
          targets.broken.set(true);
          assertThatThrownBy(file::close).isInstanceOf(IOException.class);
        });
  }

  /** Lets processes read the file. */
  public void read(int ranks, int perNode, Use use, String... settings) throws Exception {
    ThreadedGroup.run(
        ranks,
        perNode,
        group -> {
          NcOptions options = options(group, perNode, settings).readOnly();
          try (NcFile file = NcFile.open(path, options)) {
            use.of(file, group);
          }
        });
  }

  /** The files of all logs on the tier of a node. */
  public List<Path> logs(int node) throws IOException {
    List<Path> logs = new ArrayList<>();
    try (Stream<Path> all = Files.walk(tier(node))) {
      all.filter(file -> file.toString().contains("out.nc."))
          .filter(file -> file.toString().matches(".*[.](meta|data)"))
          .forEach(logs::add);
    }
    return logs;
  }
}
