package org.burstlog.depot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.burstlog.storage.Storage;
import org.burstlog.wear.TierWear;
import org.burstlog.wear.Wear;
import org.burstlog.wear.WearLimits;

/** What counts what a process writes to its tiers, one for all its files on a tier. */
final class Wears {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private final Storage storage;
  private final InstantSource clock;
  private final Consumer<Wears> firstUsed;
  private final Map<Key, TierWear> wears = new HashMap<>();

  /** Limits may change from file to file; what they are held against does not. */
  private record Key(Path tier, WearLimits limits) {}

  Wears(Storage storage, InstantSource clock, Consumer<Wears> firstUsed) {
    this.storage = storage;
    this.clock = clock;
    this.firstUsed = firstUsed;
  }

  synchronized Wear of(Path tier, WearLimits limits) {
    if (limits.isNone()) {
      return Wear.UNLIMITED;
    }
    if (wears.isEmpty()) {
      firstUsed.accept(this);
    }
    return wears.computeIfAbsent(
        new Key(tier, limits), key -> new TierWear(storage, tier, limits, clock));
  }

  /** Gives back what was counted ahead. */
  synchronized void close() {
    for (TierWear wear : wears.values()) {
      try {
        wear.close();
      } catch (IOException e) {
        LOGGER.log(System.Logger.Level.DEBUG, "what was written to a tier counts too high", e);
      }
    }
  }
}
