package org.burstlog.wear;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.SettingsException;
import org.burstlog.storage.Storage;
import org.burstlog.wear.Counts.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Counts what this process writes to a tier, and holds it to the limits.
 *
 * <p>The ledger is charged in steps, ahead of what is written; what is left of a step is used by
 * the next that writes, of whatever file, and taken back at the end. A process that is killed
 * leaves a step that counts although it was not all written.
 */
public final class TierWear implements Wear, Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** No process charges more ahead. */
  private static final long LARGEST_STEP = 1 << 20;

  private static final int STEPS = 128;

  /** It is told when this part of a limit is used. */
  private static final double WARN_AT = 0.8;

  private final Storage storage;
  private final Path tier;
  private final WearLimits limits;
  private final InstantSource clock;

  /** Charged, and not written yet. */
  private final AtomicLong credit = new AtomicLong();

  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private @Nullable Ledger ledger;
  private long most;
  private long minute;

  /**
   * Counts nothing yet; the ledger is opened when there is something to count.
   *
   * @param storage the door to the tier
   * @param tier the tier's directory
   * @param limits how much may be written there
   * @param clock tells what is within the window
   */
  public TierWear(Storage storage, Path tier, WearLimits limits, InstantSource clock) {
    this.storage = storage;
    this.tier = tier;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void write(long bytes) throws IOException {
    if (!take(bytes)) {
      charge(bytes);
    }
  }

  private boolean take(long bytes) {
    long had = credit.get();
    while (had >= bytes) {
      if (credit.compareAndSet(had, had - bytes)) {
        return true;
      }
      had = credit.get();
    }
    return false;
  }

  private synchronized void charge(long bytes) throws IOException {
    if (take(bytes)) {
      return;
    }
    Ledger open = open();
    long wanted = most == 0 ? LARGEST_STEP : Math.min(most / STEPS, LARGEST_STEP);
    // Whole units, so that what is taken back is what was charged.
    long least = Kind.BYTES.whole(bytes);
    long step = Kind.BYTES.whole(Math.max(bytes, wanted));
    if (step > least && fits(open, Kind.BYTES, step, most)) {
      credit.addAndGet(step - bytes);
    } else if (fits(open, Kind.BYTES, least, most)) {
      credit.addAndGet(least - bytes);
    } else {
      Instant again = open.below(Kind.BYTES, limits.window(), Math.max(0, most - bytes));
      String what =
          "tier "
              + tier
              + ": "
              + bytes
              + " bytes more would exceed tier.window.bytes, "
              + limits.bytes()
              + ": "
              + open.used(Kind.BYTES, limits.window())
              + " of "
              + most
              + " bytes were written within "
              + limits.window();
      reach("bytes", what + (bytes > most ? "" : ", and there is room again at " + time(again)));
      if (limits.protect().refuses()) {
        throw new WindowExceededException(
            what
                + " (EROFS)"
                + (bytes > most ? "" : ", and there is room again at " + time(again))
                + "; wait, or raise burstlog.tier.window.bytes (BURSTLOG_TIER_WINDOW_BYTES)",
            diverts());
      }
      minute = open.charge(Kind.BYTES, least);
    }
  }

  @Override
  public synchronized void make(int files) throws IOException {
    Ledger open = open();
    if (!fits(open, Kind.FILES, files, limits.files())) {
      String what =
          "tier "
              + tier
              + ": "
              + files
              + " files more would exceed tier.files, "
              + limits.files()
              + ": "
              + open.used(Kind.FILES, limits.window())
              + " were made within "
              + limits.window();
      reach("files", what);
      if (limits.protect().refuses()) {
        throw new TooManyFilesException(
            what
                + " (EMFILE)"
                + "; wait, use burstlog.log.layout=node for fewer files, or raise"
                + " burstlog.tier.files (BURSTLOG_TIER_FILES)",
            diverts());
      }
      open.charge(Kind.FILES, files);
    }
  }

  /** Charges what stays below a limit, and tells when little of that is left. */
  private boolean fits(Ledger open, Kind kind, long amount, long limit) throws IOException {
    long charged = open.charge(kind, amount);
    if (kind == Kind.BYTES) {
      minute = charged;
    }
    if (limit == 0) {
      return true;
    }
    long used = open.used(kind, limits.window());
    if (used > limit) {
      // What was charged first cannot be overlooked by another process that looks now.
      open.takeBack(kind, charged, amount);
      return false;
    }
    if (used / WARN_AT >= limit) {
      warn(
          "nearly " + kind,
          "tier "
              + tier
              + ": "
              + used
              + " of "
              + limit
              + (kind == Kind.BYTES
                  ? " bytes (tier.window.bytes) were written"
                  : " files (tier.files) were made")
              + " within "
              + limits.window()
              + "; 'bb tier' shows what is left");
    }
    return true;
  }

  @Override
  public long largestFile() {
    return limits.fileBytes() == 0 ? Long.MAX_VALUE : limits.fileBytes();
  }

  @Override
  public void exceed(Path file, long bytes) throws WearLimitException {
    String what =
        file + ": " + bytes + " bytes exceed tier.file.bytes, " + limits.fileBytes() + " bytes";
    reach("file", what);
    if (limits.protect().refuses()) {
      throw new FileTooLargeException(
          what
              + " (EFTYPE); drain more often, or raise burstlog.tier.file.bytes"
              + " (BURSTLOG_TIER_FILE_BYTES)",
          diverts());
    }
  }

  private boolean diverts() {
    return limits.protect() == Protect.DIVERT;
  }

  /** A limit is reached. */
  private void reach(String topic, String what) {
    if (limits.protect().tells()) {
      warn(
          topic,
          what
              + (limits.protect().refuses()
                  ? diverts() ? "; puts go to the target meanwhile" : ""
                  : "; tier.protect is log, so writes continue")
              + "; this is reported once");
    }
  }

  private void warn(String topic, String text) {
    if (told.add(topic)) {
      LOGGER.log(System.Logger.Level.WARNING, text);
    }
  }

  private static Instant time(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS);
  }

  private Ledger open() throws IOException {
    Ledger open = ledger;
    if (open == null) {
      if (limits.window().toMinutes() > Counts.MINUTES - 1) {
        throw new SettingsException(
            "tier.window is "
                + limits.window()
                + ", and the ledger goes back one week; set burstlog.tier.window"
                + " (BURSTLOG_TIER_WINDOW) to less");
      }
      most = limits.bytes().in(storage.capacity(tier));
      open = Ledger.open(storage, tier, Hosts.here(), clock);
      ledger = open;
    }
    return open;
  }

  /** Takes back what was charged and not written. */
  @Override
  public synchronized void close() throws IOException {
    Ledger open = ledger;
    if (open != null) {
      ledger = null;
      open.takeBack(Kind.BYTES, minute, credit.getAndSet(0));
      open.close();
    }
  }
}
