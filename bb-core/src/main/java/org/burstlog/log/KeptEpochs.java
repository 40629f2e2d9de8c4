package org.burstlog.log;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What the logs of this process still have of epochs that are proven in the target, for programs
 * that read it when it is closed.
 *
 * <p>The law: what is kept is always a suffix of the epochs. Who reads takes the target, over it
 * the oldest epoch that is kept, and so on. A byte that a missing epoch has written is right in the
 * target, unless an older epoch is laid over it that wrote the byte before. So whoever gives up an
 * epoch gives up all that are older, and whoever changes the target in another way than by a drain
 * gives up all there are.
 *
 * <p>Nothing here is needed for anything else: the logs are empty as far as a recovery is
 * concerned, and puts take the space of the oldest epoch where there is no other.
 */
public final class KeptEpochs {
  /** More epochs than this would make finding one's way through them dear for readers. */
  private static final int MOST = 256;

  /** Entries are held in memory until the close. */
  private static final long MOST_ENTRIES = 32 << 20;

  private final long share;
  private final int sharers;
  private final Deque<KeptEpoch> kept = new ArrayDeque<>();
  private int logs;
  private long entries;

  /** The last drain of which something is not kept. */
  private long givenUp;

  /**
   * Nothing is kept yet.
   *
   * @param limit bytes that all processes may keep on the tier
   * @param sharers how many these are
   */
  public KeptEpochs(long limit, int sharers) {
    this.share = limit / sharers;
    this.sharers = sharers;
  }

  /** How many processes keep something on the tier. */
  int sharers() {
    return sharers;
  }

  /** One more log of the process takes its part of the space. */
  synchronized void join() {
    logs++;
  }

  /** Returns how much each log may keep, data and entries. */
  synchronized long room() {
    return share / logs;
  }

  /** Returns how much of that is left for data. */
  synchronized long dataRoom() {
    return (share - entries) / logs;
  }

  /** Tells whether so many bytes of entries are not too many for one epoch. */
  boolean takes(long bytes) {
    return bytes <= Math.min(MOST_ENTRIES, share);
  }

  /** Keeps one more, the newest. */
  synchronized void add(KeptEpoch epoch) {
    kept.add(epoch);
    entries += epoch.entries().limit();
    while (kept.size() > MOST || !takes(entries)) {
      giveUpTo(kept.element().drain());
    }
  }

  /**
   * Gives up what drains up to one have brought to the target: something of it is not there any
   * more, or the target was changed since.
   *
   * @param drain number of the drain
   */
  public synchronized void giveUpTo(long drain) {
    givenUp = Math.max(givenUp, drain);
    while (!kept.isEmpty() && kept.element().drain() <= drain) {
      entries -= kept.remove().entries().limit();
    }
  }

  /** Gives up all there is. */
  synchronized void giveUpAll() {
    if (!kept.isEmpty()) {
      giveUpTo(kept.getLast().drain());
    }
  }

  /** Gives up what lies in a part of the data of a log, which is to be used for something else. */
  synchronized void giveUp(String log, long from, long to) {
    kept.stream()
        .filter(epoch -> epoch.touches(log, from, to))
        .mapToLong(KeptEpoch::drain)
        .max()
        .ifPresent(this::giveUpTo);
  }

  /** Returns where in a log, from a position on, the next data lies that is kept. */
  synchronized long next(String log, long from) {
    return of(log).stream()
        .mapToLong(epoch -> epoch.placement().next(epoch.filled(), from))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Returns the epochs of a log, the oldest first. */
  synchronized List<KeptEpoch> of(String log) {
    return kept.stream().filter(epoch -> epoch.log().equals(log)).toList();
  }

  /**
   * Tells what can be read: all that this process has put behind a drain. Where it has put nothing,
   * nothing is missing.
   *
   * @return the number of that drain; 0 when nothing was given up
   */
  public synchronized long givenUp() {
    return givenUp;
  }
}
