package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/**
 * Who writes, and where to.
 *
 * @param group the processes
 * @param targets what opens files for them
 * @param directory where the files go; it exists
 * @param tier the directory on fast storage, null when none was given
 * @param settings what is set for the burst buffer, without what a strategy sets
 */
public record Site(
    ProcessGroup group,
    TargetSystem targets,
    Path directory,
    @Nullable Path tier,
    Settings settings) {
  /**
   * Returns the tier.
   *
   * @return the directory
   * @throws IOException when none was given
   */
  public Path requireTier() throws IOException {
    Path given = tier;
    if (given == null) {
      throw new BurstlogException("there is no tier; name a directory by --tier");
    }
    return given;
  }

  /**
   * Returns this site for files that a process has for itself.
   *
   * @return a site whose group is this process
   */
  public Site alone() {
    return new Site(new SoloGroup(), PlainTarget.SYSTEM, directory, tier, settings);
  }

  /**
   * Returns the same in another directory.
   *
   * @param other where the files go
   * @return a site there
   */
  public Site in(Path other) {
    return new Site(group, targets, other, tier, settings);
  }
}
