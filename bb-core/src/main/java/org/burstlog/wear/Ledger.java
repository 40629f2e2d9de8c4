package org.burstlog.wear;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.burstlog.storage.Mapping;
import org.burstlog.storage.Storage;
import org.burstlog.wear.Counts.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What this user has written to a tier, over all jobs and hosts. Safe for several threads and
 * processes.
 *
 * <p>What the processes of this host count is seen at once; what others count is read again when it
 * is some seconds old.
 */
final class Ledger implements Closeable {
  /** For how long it is believed what so many other hosts had counted; longer for more. */
  private static final Duration FRESH = Duration.ofSeconds(10);

  private static final int HOSTS = 8;

  private static final int MINUTE = 60;

  private final Hosts hosts;
  private final String host;
  private final InstantSource clock;
  private final @Nullable Mapping mapping;
  private final List<Counts> mine;
  private List<Counts> others = List.of();
  private Instant read = Instant.MIN;

  /** What the others have counted since a minute, by kind; as old as what was read of them. */
  private final Map<Kind, Sum> ofOthers = new EnumMap<>(Kind.class);

  private record Sum(long first, long amount) {}

  private Ledger(Hosts hosts, String host, InstantSource clock, @Nullable Mapping mapping) {
    this.hosts = hosts;
    this.host = host;
    this.clock = clock;
    this.mapping = mapping;
    this.mine = mapping == null ? List.of() : List.of(new Counts(mapping.buffer()));
  }

  /**
   * Opens it for counting; the user has a directory on the tier.
   *
   * @param host what this machine is called
   */
  static Ledger open(Storage storage, Path tier, String host, InstantSource clock)
      throws IOException {
    Hosts hosts = new Hosts(storage, storage.own(tier));
    return new Ledger(hosts, host, clock, hosts.open(host, clock.instant().getEpochSecond()));
  }

  /** Opens it for reading; nothing is made. */
  static Ledger read(Storage storage, Path tier, InstantSource clock) throws IOException {
    return new Ledger(new Hosts(storage, storage.own(tier)), "", clock, null);
  }

  /** Counts, and returns the minute that it is counted in. */
  long charge(Kind kind, long amount) {
    long minute = minute(clock.instant());
    mine.forEach(counts -> counts.add(kind, minute, amount));
    return minute;
  }

  /** Takes back what was charged in a minute and not used. */
  void takeBack(Kind kind, long minute, long amount) {
    mine.forEach(counts -> counts.takeBack(kind, minute, amount));
  }

  /** Tells what was counted within a time up to now. */
  long used(Kind kind, Duration window) throws IOException {
    long first = minute(clock.instant().minus(window));
    long sum = ofOthers(kind, first);
    for (Counts counts : mine) {
      sum += counts.since(kind, first);
    }
    return sum;
  }

  /** There may be thousands of them, so that they are not summed for each part of a log. */
  private synchronized long ofOthers(Kind kind, long first) throws IOException {
    refresh();
    Sum known = ofOthers.get(kind);
    if (known == null || known.first() != first) {
      known = new Sum(first, others.stream().mapToLong(host -> host.since(kind, first)).sum());
      ofOthers.put(kind, known);
    }
    return known.amount();
  }

  /** Tells what was counted in all. */
  long total(Kind kind) throws IOException {
    long sum = 0;
    for (Counts counts : all()) {
      sum += counts.total(kind);
    }
    return sum;
  }

  /** Tells when counting began; nothing where it has not. */
  Optional<Instant> began() throws IOException {
    return all().stream().map(Counts::began).min(Long::compare).map(Instant::ofEpochSecond);
  }

  /** Tells how many hosts have counted. */
  int hosts() throws IOException {
    return all().size();
  }

  /** Tells when no more than so much will count within a window, if nothing is added. */
  Instant below(Kind kind, Duration window, long amount) throws IOException {
    Instant now = clock.instant();
    long left = used(kind, window);
    long minute = minute(now.minus(window));
    long last = minute(now);
    while (left > amount && minute <= last) {
      for (Counts counts : all()) {
        left -= counts.in(kind, minute);
      }
      minute++;
    }
    return Instant.ofEpochSecond(minute * MINUTE).plus(window);
  }

  /** Tells what will not count any more so many minutes from now, and does until then. */
  long leaving(Kind kind, Duration window, long minutes) throws IOException {
    long minute = minute(clock.instant().minus(window)) + minutes;
    long sum = 0;
    for (Counts counts : all()) {
      sum += counts.in(kind, minute);
    }
    return sum;
  }

  private synchronized List<Counts> all() throws IOException {
    refresh();
    List<Counts> all = new ArrayList<>(mine);
    all.addAll(others);
    return all;
  }

  private void refresh() throws IOException {
    Instant now = clock.instant();
    Duration fresh = FRESH.multipliedBy(1 + others.size() / HOSTS);
    if (read.isBefore(now.minus(fresh)) || read.isAfter(now)) {
      others = hosts.others(host);
      read = now;
      ofOthers.clear();
    }
  }

  private static long minute(Instant moment) {
    return Math.floorDiv(moment.getEpochSecond(), (long) MINUTE);
  }

  @Override
  public void close() throws IOException {
    if (mapping != null) {
      mapping.close();
    }
  }
}
