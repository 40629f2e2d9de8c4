package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;

/**
 * Tells of tiers in which every user may rename or delete what belongs to others. Nobody can have
 * records read or written elsewhere by that, but can take logs away from those that look for them.
 */
public final class UnsafeTier {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  /** Those that this process has told of. */
  private static final Set<Path> TOLD = ConcurrentHashMap.newKeySet();

  private UnsafeTier() {}

  /** Tells, once in a process for each tier. */
  static void tell(Storage storage, List<Path> tiers) throws IOException {
    for (Path named : tiers) {
      Path tier = TargetPath.canonical(named);
      if (storage.facts(tier) != null && storage.othersRename(tier) && TOLD.add(tier)) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "tier "
                + named
                + " may be written by every user and has no sticky bit, so anybody can rename or"
                + " remove the logs in it; 'chmod +t' on it, as its owner, prevents that");
      }
    }
  }

  /**
   * Tells of the tiers that sessions lie on, once in a process for each.
   *
   * @param storage the door to the tiers
   * @param sessions the sessions' directories
   * @throws IOException when a tier cannot be looked at
   */
  public static void tellOf(Storage storage, List<Path> sessions) throws IOException {
    Set<Path> tiers = new LinkedHashSet<>();
    for (Path session : sessions) {
      Path own = session.toAbsolutePath().normalize().getParent();
      Path tier = own == null ? null : own.getParent();
      if (tier != null) {
        tiers.add(tier);
      }
    }
    tell(storage, List.copyOf(tiers));
  }
}
