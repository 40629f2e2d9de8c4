package org.burstlog.guard.ring;

import java.util.Map;

/**
 * What fails together with a node: a name, which nodes have in common that may be lost at once,
 * because they share a host, a rack or a switch.
 */
public final class FailureDomain {
  /** Where Slurm tells the switches above a node, from the top down, and the node itself. */
  private static final String ADDRESS = "SLURM_TOPOLOGY_ADDR";

  /** What each part of it is, such as {@code switch.switch.node}. */
  private static final String PATTERN = "SLURM_TOPOLOGY_ADDR_PATTERN";

  private FailureDomain() {}

  /**
   * Names the domain of this node: as it was set, else the switch above it where the scheduler
   * tells that, else the host.
   *
   * <p>Only Slurm tells it to each process; with PBS and Flux it has to be set.
   *
   * @param set what was set for this node, empty when nothing was
   * @param environment the variables of this process
   * @param host the name of this node
   * @return the name
   */
  public static String name(String set, Map<String, String> environment, String host) {
    if (!set.isEmpty()) {
      return set;
    }
    String address = environment.getOrDefault(ADDRESS, "");
    int node = whereNodeIs(address, environment.getOrDefault(PATTERN, ""));
    boolean switches = node > 0 && !address.substring(0, node).replace(".", "").isEmpty();
    // A launcher may hand on the variables of the node where the job began to all others.
    boolean own = node >= 0 && label(address.substring(node)).equals(label(host));
    return switches && own ? address.substring(0, node - 1) : host;
  }

  /** Where the node's name begins, which may have dots itself; -1 where the two do not match. */
  private static int whereNodeIs(String address, String pattern) {
    if (!pattern.equals("node") && !pattern.endsWith(".node")) {
      return -1;
    }
    int at = 0;
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '.') {
        at = address.indexOf('.', at) + 1;
        if (at == 0) {
          return -1;
        }
      }
    }
    return at;
  }

  private static String label(String host) {
    int dot = host.indexOf('.');
    return dot < 0 ? host : host.substring(0, dot);
  }
}
