package org.burstlog.drain;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.group.ProcessGroup;

/**
 * Where the processes of a group are.
 *
 * @param leaders the lowest rank of each node, ascending
 */
record Topology(List<Integer> leaders) {
  /** Collective. */
  static Topology of(ProcessGroup group) throws IOException {
    byte[] mine = new byte[1];
    try (ProcessGroup node = group.node()) {
      mine[0] = (byte) (node.rank() == 0 ? 1 : 0);
    }
    List<byte[]> all = group.gather(mine);
    return new Topology(
        IntStream.range(0, all.size()).filter(r -> all.get(r)[0] == 1).boxed().toList());
  }

  int nodes() {
    return leaders.size();
  }

  int[] ranks() {
    return leaders.stream().mapToInt(Integer::intValue).toArray();
  }
}
