package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.array.Footprint;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session that nobody writes any more: those that this process reads for itself,
 * those that it reads for processes of other nodes, and those that others read for it. Its layers
 * are its epochs, the oldest first.
 */
final class EndedLanes implements Closeable {
  /**
   * What is known of a lane before it is opened.
   *
   * @param log name of its files
   * @param part number of what is read of them, which the logs know
   * @param rank rank of the process that put it
   * @param epoch tells which lanes lie over which
   * @param records how many records there are
   * @param first the first byte of the target that any of them has
   * @param end the first byte behind all that they have of the target
   */
  record Span(String log, int part, int rank, long epoch, long records, long first, long end) {
    boolean mayHave(Footprint wanted) {
      return wanted.first() < end && wanted.last() >= first;
    }
  }

  private final TierSession session;
  private final OpenLogs logs;
  private final int own;
  private final int leader;

  /** By layer, the lanes that this node reaches. */
  private final List<EpochLanes> near = new ArrayList<>();

  /** By layer, those of them that this process reads for other nodes. */
  private final List<EpochLanes> served = new ArrayList<>();

  private final List<FarLane> far = new ArrayList<>();
  private final List<Span> unreached = new ArrayList<>();

  /** The epochs of the layers. */
  private final List<Long> epochs;

  private boolean apart;
  private long end;

  /**
   * Lanes, the same in every process.
   *
   * @param logs opens their logs; closed with this
   * @param trust is told of a lane that cannot be read, as the target has it; null where that must
   *     not be
   */
  EndedLanes(
      TierSession session,
      List<Span> spans,
      OpenLogs logs,
      @Nullable Trust trust,
      ProcessGroup group)
      throws IOException {
    this.session = session;
    this.logs = logs;
    this.own = group.rank();
    this.leader = group.nodes().leader(own);
    LaneServers servers = new LaneServers(session, group.nodes(), group.size());
    List<Span> reached = new ArrayList<>();
    for (Span span : spans) {
      end = Math.max(end, span.end);
      if (servers.isReached(span.log, span.part)) {
        reached.add(span);
      } else {
        unreached.add(span);
      }
    }
    epochs = reached.stream().map(Span::epoch).sorted().distinct().toList();
    Map<Long, Integer> layers = new HashMap<>();
    for (long epoch : epochs) {
      layers.put(epoch, near.size());
      near.add(EpochLanes.whole(logs, trust));
      served.add(EpochLanes.inParts(logs, trust));
    }
    for (Span span : reached) {
      place(span, layers.getOrDefault(span.epoch, 0), servers);
    }
  }

  private void place(Span span, int layer, LaneServers servers) {
    Path meta = reach(span.log, span.part);
    if (meta != null) {
      near.get(layer).add(span, meta);
    }
    if (servers.isNearToAll(span.log, span.part)) {
      return;
    }
    apart = true;
    int server = servers.next(span.log, span.part);
    if (meta == null) {
      far.add(new FarLane(layer, span.rank, span.first, span.end, server));
    } else if (server == own) {
      served.get(layer).add(span, meta);
    }
  }

  private @Nullable Path reach(String log, int part) {
    for (FoundDirectory directory : session.readable()) {
      if (directory.finder() == leader && directory.hasPart(log, part)) {
        return FoundLog.meta(directory.path(), log);
      }
    }
    return null;
  }

  /** Returns the ranks whose logs no node reaches; the same in every process. */
  List<Integer> unreached() {
    return unreached.stream().map(Span::rank).toList();
  }

  /**
   * Tells over which layers nothing lies that no node reaches.
   *
   * @param wanted the bytes in question
   * @return the first of them
   */
  int uncovered(Footprint wanted) {
    return uncovered(wanted, unreached);
  }

  /** As above, where these are what is not reached. */
  int uncovered(Footprint wanted, List<Span> missing) {
    long last = Long.MIN_VALUE;
    for (Span span : missing) {
      if (span.mayHave(wanted)) {
        last = Math.max(last, span.epoch);
      }
    }
    int layer = 0;
    while (layer < epochs.size() && epochs.get(layer) < last) {
      layer++;
    }
    return layer;
  }

  List<EpochLanes> near() {
    return near;
  }

  EpochLanes served(int layer) {
    return served.get(layer);
  }

  List<FarLane> far() {
    return far;
  }

  boolean isApart() {
    return apart;
  }

  long end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    logs.close();
  }
}
