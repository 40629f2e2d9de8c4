package org.burstlog.bench.simulate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.burstlog.group.GroupException;
import org.burstlog.group.Nodes;
import org.jspecify.annotations.Nullable;

/** Where the processes of a simulated group meet: which calls are under way, and what they cost. */
final class Hall {
  private final Ranks ranks;
  private final Machine machine;
  private final Nodes nodes;
  private final int[] node;
  private final int depth;

  /** By number, those to which not all have come. */
  private final Map<Integer, Gathering> open = new HashMap<>();

  /** When those have ended to which all have come, the latest last. */
  private final Deque<Long> ends = new ArrayDeque<>();

  private final int[] calls;
  private long lastEnd;
  private @Nullable String broken;

  private final Map<String, long[]> counts = new TreeMap<>();

  /** So many exchanges go well before a message of one is cut short; -1 for all. */
  private int tornAfter = -1;

  Hall(Ranks ranks, Machine machine) {
    this.ranks = ranks;
    this.machine = machine;
    int size = ranks.size();
    int perNode = (int) Math.max(1, machine.whole(Parameter.RANKS_PER_NODE));
    int[] leaders = new int[size];
    node = new int[size];
    Arrays.setAll(leaders, rank -> rank / perNode * perNode);
    Arrays.setAll(node, rank -> rank / perNode);
    nodes = Nodes.of(leaders);
    calls = new int[size];
    depth = size == 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  Nodes nodes() {
    return nodes;
  }

  Ranks ranks() {
    return ranks;
  }

  int node(int rank) {
    return node[rank];
  }

  /** How often a process has come. */
  int calls(int rank) {
    return calls[rank];
  }

  /** How often each call was made, how many messages that took, and how many bytes. */
  Map<String, long[]> counts() {
    return counts;
  }

  /** A message of the exchange with this number is cut short. */
  void tear(int exchange) {
    tornAfter = exchange;
  }

  /** Ends the group when a message of an exchange was cut short. */
  void requireUntorn(Gathering gathering, int receiver) throws GroupException {
    if (gathering.torn) {
      breakUp("rank " + receiver + " was sent a message that was cut short", gathering.end);
      requireWhole();
    }
  }

  /** From now on the group cannot be used any more. */
  void breakUp(String why, long time) {
    broken = why;
    ranks.wake(time);
  }

  void requireWhole() throws GroupException {
    String why = broken;
    if (why != null) {
      throw new GroupException(why);
    }
  }

  /**
   * A process comes to its next call; whoever makes it puts there what it brings, and has {@link
   * #left}.
   */
  Gathering come(int rank, String call) throws GroupException {
    requireWhole();
    ranks.pay(rank);
    Gathering gathering = open.computeIfAbsent(calls[rank], number -> new Gathering(call));
    if (!gathering.call.equals(call)) {
      throw new IllegalStateException(
          "rank " + rank + " calls " + call + " where others call " + gathering.call);
    }
    long noise = machine.nanos(Parameter.NOISE_US);
    long late = noise == 0 ? 0 : (long) (ranks.random().nextDouble() * noise);
    gathering.last = Math.max(gathering.last, ranks.clock(rank) + late);
    gathering.come++;
    return gathering;
  }

  void left(int rank, Gathering gathering) {
    int number = calls[rank]++;
    if (gathering.come == ranks.size()) {
      open.remove(number);
      gathering.sort();
      gathering.end = Math.max(lastEnd, gathering.last + cost(gathering));
      lastEnd = gathering.end;
      ends.add(gathering.end);
      ranks.wake(gathering.end);
    }
  }

  /** When the next call ends to which all have come, the largest long when none does. */
  long nextEnd(long now) {
    if (broken != null) {
      return now;
    }
    for (long end : ends) {
      if (end > now) {
        return end;
      }
    }
    return Long.MAX_VALUE;
  }

  private long cost(Gathering gathering) {
    int size = ranks.size();
    while (ends.size() > 2) {
      ends.remove();
    }
    long hop = machine.nanos(Parameter.NET_US) + machine.nanos(Parameter.MESSAGE_US);
    String kind = Objects.requireNonNull(gathering.call.split(" ", 2)[0]);
    return switch (kind) {
      case "send" -> exchange(kind, gathering);
      case "tell" -> {
        // A message a hop, half of all values in each.
        long half = (long) Long.BYTES * size / 2;
        count(kind, (long) size * depth, half * size * depth);
        yield depth * (hop + machine.nanos(half, Parameter.NET_MB));
      }
      default -> {
        long bytes = (long) gathering.values.length * Long.BYTES + gathering.bytes;
        count(kind, 2L * (size - 1), 2 * bytes * (size - 1));
        yield 2L * depth * (hop + machine.nanos(bytes, Parameter.NET_MB));
      }
    };
  }

  private long exchange(String kind, Gathering gathering) {
    gathering.torn = tornAfter == 0;
    tornAfter -= tornAfter >= 0 ? 1 : 0;
    count(kind, gathering.messageCount, gathering.bytes);
    long most = 0;
    for (int i = 0; i < gathering.in.length; i++) {
      most = Math.max(most, Math.max(gathering.in[i], gathering.out[i]));
    }
    return machine.nanos(Parameter.NET_US)
        + gathering.busiest * machine.nanos(Parameter.MESSAGE_US)
        + machine.nanos(most, Parameter.NET_MB);
  }

  private void count(String kind, long messages, long bytes) {
    long[] sums = counts.computeIfAbsent(kind, none -> new long[3]);
    sums[0]++;
    sums[1] += messages;
    sums[2] += bytes;
  }
}
