package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogFiles;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.Fit;
import org.burstlog.log.spare.SpareSession;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.settings.Settings;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a file find out, in the meeting that they make anyway, whether all of them
 * keep the same spare session, in which the new one then goes on.
 *
 * <p>Each offers the oldest that serves. All have kept the sessions of the same processes in the
 * same order, so where they offer different ones, those that are older than one of them have been
 * given up by the process that offers that.
 */
final class Inheritance {
  private final ProcessGroup group;
  private final Storage storage;
  private final SpareSessions spares;
  private @Nullable Fit fit;
  private @Nullable SpareSession offered;
  private long number;
  private boolean isAgreed;
  private boolean isOffered;

  Inheritance(ProcessGroup group, Depot depot) {
    this.group = group;
    this.storage = depot.storage();
    this.spares = depot.spares();
  }

  /** Offers what serves a session on a tier; tells whether there is anything. */
  boolean offer(Path tier, Settings settings) throws IOException {
    LogOptions options = settings.logOptions();
    Fit wanted =
        new Fit(
            storage,
            storage.own(tier),
            group.members(),
            group.rank(),
            List.of(
                options,
                settings.text(Settings.TIER),
                settings.get(Settings.LAYOUT),
                settings.get(Settings.DRAIN_MODE),
                settings.get(Settings.DRAIN_EPOCHS),
                settings.get(Settings.STRATEGY)));
    fit = wanted;
    if (LogFiles.usesSpares(options)) {
      offered = spares.take(wanted, options.durability().syncs());
    }
    return offered != null;
  }

  /** Tells whether processes of several nodes had their logs on the tier of what is offered. */
  boolean isCrowded() {
    SpareSession mine = offered;
    return mine != null && mine.isCrowded();
  }

  /** Returns what this process brings to the meeting: of each, all learn the largest. */
  long[] values() {
    SpareSession mine = offered;
    long id = mine == null ? 0 : mine.identity().id();
    return new long[] {spares.next(), mine == null ? 0 : mine.identity().number(), id, ~id};
  }

  /** Learns what all have brought; its first value is at a position. */
  void learn(long[] all, int at) {
    number = all[at];
    spares.began(number);
    long oldest = all[at + 1];
    isOffered = oldest != 0;
    isAgreed = isOffered && all[at + 2] == ~all[at + 3];
    if (!isAgreed) {
      putBack(oldest);
    }
  }

  /**
   * Tells whether some offer what others do not, so that one process of a node has made no
   * directory for the session though there must be one. The same in all processes.
   */
  boolean isDisputed() {
    return isOffered && !isAgreed;
  }

  /** Takes what all have offered; null when there is nothing. */
  @Nullable SpareSession take() {
    SpareSession mine = offered;
    offered = null;
    return mine;
  }

  /** Keeps what was offered, as it is not needed. */
  void undo() {
    putBack(0);
  }

  private void putBack(long oldest) {
    SpareSession mine = offered;
    if (mine != null) {
      offered = null;
      spares.putBack(mine, oldest);
    }
  }

  /** What the session is that begins. */
  Fit fit() {
    return Objects.requireNonNull(fit);
  }

  /** The number of the session that begins, the same in all its processes. */
  long number() {
    return number;
  }
}
