package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;

/**
 * The nodes of {@code native/} and MooseFS on them, for one run.
 *
 * @param count how many nodes
 * @param servers how many chunk servers
 * @param cache the mode in which clients cache, by mfsmount's name for it
 */
record MooseFs(int count, int servers, String cache) implements Pfs {
  static final String NAME = "moosefs";
  private static final int DEFAULT_SERVERS = 3;
  private static final int MOST_SERVERS = 20;

  static MooseFs of(Map<String, String> given) throws BurstlogException {
    Map<String, String> left = new LinkedHashMap<>(given);
    int nodes = Pfs.number(left, NODES, DEFAULT_NODES, MOST_NODES);
    int servers = Pfs.number(left, "servers", DEFAULT_SERVERS, MOST_SERVERS);
    String cache = left.getOrDefault("cache", "DIRECT");
    left.remove("cache");
    if (!left.isEmpty()) {
      throw new BurstlogException(
          "--pfs: moosefs takes nodes, servers and cache, and not '"
              + left.keySet().iterator().next()
              + "'");
    }
    return new MooseFs(nodes, servers, cache);
  }

  @Override
  public Place start(Path home, Options given, Undo undo) throws IOException, InterruptedException {
    String moosefs = home.resolve("native/moosefs/moosefs").toString();
    NodesOnThis nodes = NodesOnThis.check(home, given, undo);
    Script.run(undo, moosefs, "check");
    String state = nodes.up(count);
    undo.later(() -> NodesOnThis.down(moosefs, "--state", state, "down"));
    Script.run(undo, moosefs, "--state", state, "up", String.valueOf(servers), cache);
    return nodes.place(toString(), List.of(), Map.of());
  }

  @Override
  public String toString() {
    return NAME + ":nodes=" + count + ",servers=" + servers + ",cache=" + cache;
  }
}
