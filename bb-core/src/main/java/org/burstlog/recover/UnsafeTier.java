package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.storage.Storage;

/**
 * Tells of tiers in which every user may rename or delete what belongs to others. Nobody can have
 * records read or written elsewhere by that, but can take logs away from those that look for them.
 */
final class UnsafeTier {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  /** Those that this process has told of. */
  private static final Set<Path> TOLD = ConcurrentHashMap.newKeySet();

  private UnsafeTier() {}

  /** Tells, once in a process for each tier. */
  static void tell(Storage storage, List<Path> tiers) throws IOException {
    for (Path tier : tiers) {
      if (storage.facts(tier) != null && storage.othersRename(tier) && TOLD.add(tier)) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "tier "
                + tier
                + " may be written by every user and has no sticky bit, so anybody can rename or"
                + " remove the logs in it; 'chmod +t' on it, as its owner, prevents that");
      }
    }
  }
}
