package org.burstlog.recover;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;
import org.burstlog.target.TargetStamp;
import org.jspecify.annotations.Nullable;

/**
 * How much is kept on the tier of data that is in its target, so that it need not be fetched from
 * there.
 *
 * @param limit bytes that all retained sessions of this user may take of a tier; 0 to retain none
 * @param rules which targets, and how many of each kind; none for all
 * @param age for how long; zero for ever
 */
public record Retention(long limit, List<Rule> rules, Duration age) {
  /** Nothing is retained. */
  static final Retention NONE = new Retention(0, List.of(), Duration.ZERO);

  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  /** The most that is kept of the beginning of a target. */
  private static final int MOST_HEAD = 1 << 20;

  /**
   * Which targets are retained.
   *
   * @param glob a pattern of their names, such as {@code checkpoint-*.nc}
   * @param most how many of them, the newest; {@link Integer#MAX_VALUE} for no limit
   */
  public record Rule(String glob, int most) {
    boolean matches(@Nullable Path target) {
      Path name = target == null ? null : target.getFileName();
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
      return name != null && matcher.matches(name);
    }
  }

  /**
   * Copies the list.
   *
   * @param limit bytes that all retained sessions of this user may take of a tier; 0 to retain none
   * @param rules which targets, and how many of each kind; none for all
   * @param age for how long; zero for ever
   */
  public Retention {
    rules = List.copyOf(rules);
  }

  /**
   * Tells whether a target is retained.
   *
   * @param target its path
   * @return false when what is in its logs goes at the close
   */
  public boolean wants(Path target) {
    return limit > 0 && (rules.isEmpty() || rules.stream().anyMatch(rule -> rule.matches(target)));
  }

  /** Tells whether a session of a target, which was recovered, is retained. */
  boolean wants(Path target, TierSession session) {
    return wants(target) && session.bytes() <= limit;
  }

  /**
   * Writes down what logs have, which are closed and whose target is closed. Collective.
   *
   * @param group the processes of the session
   * @param directory the session's directory
   * @param target the path of the target
   * @param own what the logs of this process have
   * @throws IOException in every process, when that failed in any; the logs are of no use then
   */
  public void write(
      ProcessGroup group, SessionDirectory directory, Path target, List<DrainedLog> own)
      throws IOException {
    List<DrainedLog> all = Wire.shareAll(group, own, Catalogue::write, Catalogue::readLane);
    Nodes nodes = group.nodes();
    List<Place> mine = new ArrayList<>();
    if (nodes.isLeader(group.rank())) {
      mine.add(
          new Place(
              directory,
              all.stream().filter(lane -> nodes.leader(lane.rank()) == group.rank()).toList()));
    }
    write(group, target, all, mine, nodes.count());
  }

  /**
   * As above, what the logs of a session have that was recovered. The target stays open, and nobody
   * has written to it since.
   */
  static void write(
      ProcessGroup group, Storage storage, TierSession session, Path target, List<DrainedLog> all)
      throws IOException {
    List<Place> mine = new ArrayList<>();
    int places = 0;
    for (FoundDirectory directory : session.directories()) {
      if (session.owns(directory)) {
        places++;
        if (directory.finder() == group.rank()) {
          mine.add(
              new Place(
                  SessionDirectory.of(storage, directory.path()),
                  all.stream().filter(lane -> directory.hasLog(lane.log())).toList()));
        }
      }
    }
    write(group, target, all, mine, places);
  }

  /** A directory that gets a catalogue of its logs. */
  private record Place(SessionDirectory directory, List<DrainedLog> lanes) {}

  private static void write(
      ProcessGroup group, Path target, List<DrainedLog> all, List<Place> mine, int places)
      throws IOException {
    long first = all.stream().mapToLong(DrainedLog::begins).min().orElse(0);
    byte[] told = group.broadcast(group.rank() == 0 ? describe(target, first) : new byte[0], 0);
    Together.run(
        group,
        "retaining what is in " + target,
        () -> {
          if (told.length == 0) {
            throw new IOException(target + " is not known to the kernel");
          }
          for (Place place : mine) {
            SessionDirectory directory = place.directory;
            Catalogue whole =
                Catalogue.readBody(new DataInputStream(new ByteArrayInputStream(told)));
            whole
                .of(place.lanes, places, epochs(all))
                .write(directory.storage(), Catalogue.file(directory.path(), group.rank()));
            // Whatever the durability: logs are removed behind this, and without it they would look
            // as if they were missing.
            directory.sync();
          }
        });
  }

  private static List<Catalogue.Extent> epochs(List<DrainedLog> all) {
    Map<Long, Catalogue.Extent> byDrain = new TreeMap<>();
    for (DrainedLog lane : all) {
      Catalogue.Extent own = new Catalogue.Extent(lane.drain(), lane.first(), lane.end());
      byDrain.merge(lane.drain(), own, Catalogue.Extent::with);
    }
    return List.copyOf(byDrain.values());
  }

  /** What the first process knows of the target; nothing where that cannot be known. */
  private static byte[] describe(Path target, long first) {
    try {
      Optional<TargetStamp> stamp = TargetStamp.mark(target);
      if (stamp.isEmpty()) {
        return new byte[0];
      }
      long size = stamp.get().identity().size();
      ByteBuffer head = TargetPath.head(target, (int) Math.min(Math.min(first, size), MOST_HEAD));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new Catalogue(target, stamp.get(), System.currentTimeMillis(), head, List.of(), 0, List.of())
          .writeBody(new DataOutputStream(bytes));
      return bytes.toByteArray();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, target + " is not retained", e);
      return new byte[0];
    }
  }

  /**
   * Gives up what is beyond the limits, the oldest first. Not collective; one process a node does.
   *
   * @param storage the door to the tier
   * @param own the directory of the user on the tier
   */
  public void evict(Storage storage, Path own) {
    try {
      List<RetainedSessions.Found> found = RetainedSessions.find(storage, own);
      long left = found.stream().mapToLong(RetainedSessions.Found::bytes).sum();
      long now = System.currentTimeMillis();
      for (int i = 0; i < found.size(); i++) {
        RetainedSessions.Found one = found.get(i);
        boolean old = !age.isZero() && now - one.kept() > age.toMillis();
        if ((left > limit || old || isTooMany(one, found.subList(i + 1, found.size())))
            && RetainedSessions.drop(storage, one.path())) {
          left -= one.bytes();
        }
      }
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "retained sessions could not be looked at", e);
    }
  }

  /** Tells whether those that are newer are as many of their kind as are to be kept. */
  private boolean isTooMany(RetainedSessions.Found one, List<RetainedSessions.Found> newer) {
    if (one.target() == null) {
      return true;
    }
    for (Rule rule : rules) {
      if (rule.matches(one.target())) {
        return newer.stream().filter(other -> rule.matches(other.target())).count() >= rule.most;
      }
    }
    return !rules.isEmpty();
  }
}
