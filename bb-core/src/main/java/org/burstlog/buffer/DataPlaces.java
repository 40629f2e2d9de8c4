package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.depot.Depot;
import org.burstlog.log.option.DataPlace;
import org.burstlog.log.option.LogOptions;
import org.burstlog.settings.Settings;
import org.burstlog.settings.TierList;
import org.burstlog.storage.Storage;

/** Where the data of a process's log may go, by the tiers that are set and what they can do. */
final class DataPlaces {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** File systems that lose what they have with the machine. */
  private static final Set<String> OF_MEMORY = Set.of("tmpfs", "ramfs");

  private DataPlaces() {}

  /**
   * Adds the places to the options of the log of a process.
   *
   * @param home the tier where the log is
   * @param sharers how many processes of this node have logs there
   */
  static LogOptions in(LogOptions options, Settings settings, Path home, int sharers, Depot depot) {
    Optional<TierList> tiers = settings.tiers();
    if (tiers.isEmpty() || !tiers.get().home().directory().equals(home)) {
      return options;
    }
    LogOptions limited = options;
    long limit = tiers.get().home().limit() / sharers;
    if (limit > 0) {
      long capacity = options.capacity();
      limited = options.withCapacity(capacity == 0 ? limit : Math.min(capacity, limit));
    }
    List<DataPlace> places =
        tiers.get().entries().stream()
            .filter(entry -> isUsable(entry, home, options, depot))
            .map(
                entry ->
                    entry.directory().equals(home)
                        ? DataPlace.HOME
                        : new DataPlace(Optional.of(entry.directory()), entry.limit() / sharers))
            .toList();
    return places.size() == 1 ? limited : limited.withPlaces(places);
  }

  /** Asks whether a tier keeps data for as long as the durability says. */
  private static boolean isUsable(
      TierList.Entry entry, Path home, LogOptions options, Depot depot) {
    if (entry.directory().equals(home)) {
      return true;
    }
    String why;
    try {
      boolean volatiles = isOfMemory(depot.storage(), entry.directory());
      if (entry.memory() && !volatiles) {
        why = "it is not memory; name a directory that is, or nothing in its place";
      } else if (volatiles && options.durability().syncs()) {
        why =
            "it is lost with the machine, and log.durability is "
                + options.durability().toString().toLowerCase(Locale.ROOT)
                + "; set burstlog.log.durability (BURSTLOG_LOG_DURABILITY) to process to use it";
      } else {
        return true;
      }
    } catch (IOException e) {
      why = BurstlogException.reason(e);
    }
    if (depot.tellsFirst("no data to " + entry.directory())) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "tier " + entry.directory() + " takes no data of logs: " + why);
    }
    return false;
  }

  private static boolean isOfMemory(Storage storage, Path directory) throws IOException {
    return OF_MEMORY.contains(storage.fileSystemType(directory).toLowerCase(Locale.ROOT));
  }
}
