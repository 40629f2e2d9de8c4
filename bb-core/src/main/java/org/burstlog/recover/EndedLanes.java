package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
   * @param lane which part of them
   * @param rank rank of the process that put it
   * @param epoch tells which lanes lie over which
   * @param records how many records there are
   * @param first the first byte of the target that any of them has
   * @param end the first byte behind all that they have of the target
   */
  record Span(String log, int lane, int rank, int epoch, long records, long first, long end) {}

  private final TierSession session;
  private final OpenLogs logs;
  private final int own;
  private final int leader;

  /** By layer, the lanes that this node reaches. */
  private final List<EpochLanes> near = new ArrayList<>();

  /** By layer, those of them that this process reads for other nodes. */
  private final List<EpochLanes> served = new ArrayList<>();

  private final List<FarLane> far = new ArrayList<>();
  private final List<Integer> unreached = new ArrayList<>();
  private boolean apart;
  private long end;

  /**
   * Lanes, the same in every process.
   *
   * @param logs opens their logs; closed with this
   * @param optional whether a lane that cannot be read may be passed over, as the target has it
   */
  EndedLanes(
      TierSession session, List<Span> spans, OpenLogs logs, boolean optional, ProcessGroup group)
      throws IOException {
    this.session = session;
    this.logs = logs;
    this.own = group.rank();
    this.leader = group.nodes().leader(own);
    LaneServers servers = new LaneServers(session, group.nodes(), group.size());
    List<Span> reached = new ArrayList<>();
    for (Span span : spans) {
      end = Math.max(end, span.end);
      if (servers.isReached(span.log)) {
        reached.add(span);
      } else {
        unreached.add(span.rank);
      }
    }
    Map<Integer, Integer> layers = new HashMap<>();
    for (int epoch : reached.stream().map(Span::epoch).sorted().distinct().toList()) {
      layers.put(epoch, near.size());
      near.add(EpochLanes.whole(logs, optional));
      served.add(EpochLanes.inParts(logs, optional));
    }
    for (Span span : reached) {
      place(span, layers.getOrDefault(span.epoch, 0), servers);
    }
  }

  private void place(Span span, int layer, LaneServers servers) {
    Path meta = reach(span.log);
    if (meta != null) {
      near.get(layer).add(span, meta);
    }
    if (servers.isNearToAll(span.log)) {
      return;
    }
    apart = true;
    int server = servers.next(span.log);
    if (meta == null) {
      far.add(new FarLane(layer, span.rank, span.first, span.end, server));
    } else if (server == own) {
      served.get(layer).add(span, meta);
    }
  }

  private @Nullable Path reach(String log) {
    for (FoundDirectory directory : session.pending()) {
      if (directory.finder() == leader && directory.hasLog(log)) {
        return FoundLog.meta(directory.path(), log);
      }
    }
    return null;
  }

  /** Returns the ranks whose logs no node reaches; the same in every process. */
  List<Integer> unreached() {
    return unreached;
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
