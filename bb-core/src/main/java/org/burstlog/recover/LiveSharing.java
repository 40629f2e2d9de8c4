package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;

/**
 * What the processes of a group know together of the lanes of a live session: which nodes reach the
 * log of a process of the session, which process of the group reads it for the other nodes, and
 * which epochs there are.
 *
 * <p>The log of a process stays on its node, so the group finds out once which nodes reach it.
 * Epochs come and go, so they are shared again when any process has found others than before.
 */
final class LiveSharing {
  private final ProcessGroup group;
  private final Nodes nodes;
  private final int leader;

  /** By rank in the session, the leaders of the nodes that reach its log. */
  private final Map<Integer, Set<Integer>> holders = new TreeMap<>();

  /** By rank in the session, the process that reads its log for other nodes. */
  private final Map<Integer, Integer> servers = new TreeMap<>();

  /** What this process has shared last. */
  private Set<Entry> shared = Set.of();

  /** Those that any process has found, ascending. */
  private List<Integer> epochs = List.of();

  private List<FarLane> far = List.of();
  private boolean isEmpty = true;

  /**
   * Something that a process of the group has found.
   *
   * @param rank whose log it is, in the session
   * @param value the leader of a node that reaches the log, or an epoch that is in it
   */
  private record Entry(int rank, int value) {
    void write(DataOutput out) throws IOException {
      out.writeInt(rank);
      out.writeInt(value);
    }

    static Entry read(DataInput in) throws IOException {
      return new Entry(in.readInt(), in.readInt());
    }
  }

  LiveSharing(ProcessGroup group) throws IOException {
    this.group = group;
    this.nodes = group.nodes();
    this.leader = nodes.leader(group.rank());
  }

  /**
   * Shares which lanes there are. Collective.
   *
   * @param lanes those that this process reaches
   */
  void share(List<LiveLane> lanes) throws IOException {
    Set<Entry> now = new HashSet<>();
    boolean isUnknown = false;
    for (LiveLane lane : lanes) {
      now.add(new Entry(lane.header().rank(), lane.header().epoch()));
      isUnknown |= !isNear(lane.header().rank());
    }
    long[] news = {now.equals(shared) ? 0 : 1, isUnknown ? 1 : 0, lanes.isEmpty() ? 0 : 1};
    group.max(news);
    isEmpty = news[2] == 0;
    if (news[1] != 0) {
      shareHolders(now);
    }
    if (news[0] != 0 && isApart()) {
      shareEpochs(now);
    }
    shared = now;
  }

  private void shareHolders(Set<Entry> now) throws IOException {
    List<Entry> mine = now.stream().map(entry -> new Entry(entry.rank, leader)).distinct().toList();
    for (Entry entry : all(mine)) {
      holders.computeIfAbsent(entry.rank, rank -> new TreeSet<>()).add(entry.value);
    }
    holders.forEach((rank, at) -> servers.put(rank, chooseServer(rank, at.iterator().next())));
  }

  private void shareEpochs(Set<Entry> now) throws IOException {
    List<Entry> found =
        all(now.stream().filter(entry -> server(entry.rank) == group.rank()).toList());
    epochs = found.stream().map(Entry::value).sorted().distinct().toList();
    far =
        found.stream()
            .filter(entry -> !isNear(entry.rank))
            .map(
                entry ->
                    new FarLane(
                        layer(entry.value), entry.rank, 0, Long.MAX_VALUE, server(entry.rank)))
            .toList();
  }

  private List<Entry> all(List<Entry> mine) throws IOException {
    return Wire.shareAll(group, mine, Entry::write, Entry::read);
  }

  /** Tells whether this node reaches the log of a rank, as far as the group knows. */
  private boolean isNear(int rank) {
    return holders.getOrDefault(rank, Set.of()).contains(leader);
  }

  private boolean isNearToAll(int rank) {
    return holders.getOrDefault(rank, Set.of()).size() == nodes.count();
  }

  /** Tells whether this node reaches any log. */
  boolean isAnyNear() {
    return holders.keySet().stream().anyMatch(this::isNear);
  }

  /** Tells whether any node cannot reach a log; the same in every process. */
  boolean isApart() {
    return !holders.keySet().stream().allMatch(this::isNearToAll);
  }

  /**
   * Returns the ranks whose logs no node has reached so far; the same in every process. There are
   * none when the session has no logs at all, because it is just beginning or has ended.
   */
  List<Integer> unreached(int sessionSize) {
    return isEmpty
        ? List.of()
        : IntStream.range(0, sessionSize)
            .filter(rank -> !holders.containsKey(rank))
            .boxed()
            .toList();
  }

  /** Chooses the process that reads the log of a rank for others: those of a node take turns. */
  private int chooseServer(int rank, int holder) {
    int[] members =
        IntStream.range(0, group.size()).filter(other -> nodes.leader(other) == holder).toArray();
    return members[rank % members.length];
  }

  private int server(int rank) {
    return servers.getOrDefault(rank, 0);
  }

  /** Tells whether this process reads the log of a rank for other nodes. */
  boolean isServed(int rank) {
    return !isNearToAll(rank) && server(rank) == group.rank();
  }

  /** Returns how many layers there are: one for each epoch. */
  int layers() {
    return Math.max(1, epochs.size());
  }

  /** Returns the layer of an epoch, perhaps one that only this process has found. */
  int layer(int epoch) {
    int layer = 0;
    while (layer + 1 < epochs.size() && epochs.get(layer + 1) <= epoch) {
      layer++;
    }
    return layer;
  }

  /** Returns the lanes that this process cannot reach and another one can. */
  List<FarLane> far() {
    return far;
  }
}
