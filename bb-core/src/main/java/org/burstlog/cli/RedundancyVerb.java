package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.burstlog.BurstlogException;
import org.burstlog.guard.ring.Keeping;
import org.burstlog.guard.ring.ParitySets;
import org.burstlog.guard.ring.Protection;
import org.burstlog.guard.ring.Scheme;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb explain redundancy}: who keeps what for whom, and what the loss of nodes loses. */
@Command(
    name = "redundancy",
    mixinStandardHelpOptions = true,
    description = {
      "Tells which nodes keep the logs of which, and what is lost with nodes or failure domains.",
      "Nodes are those of the job, in the order of their ranks, or those that are named: n[1-4] or,"
          + " with the domain they fail with, n[1-4]=rack1. A node without one is a domain by"
          + " itself.",
      "Copies (partner) are what log.copies makes, parity (xor, rs) what log.redundancy keeps.",
      "Exit code: 0 nothing is lost with as many nodes or whole domains as are asked for, or with"
          + " those of --without; 1 something is; 2 it cannot be told as asked."
    })
final class RedundancyVerb implements Verb {
  @Parameters(
      paramLabel = "NODES[=DOMAIN]",
      arity = "0..*",
      description = "The nodes, in the order of their ranks.")
  private List<String> named = new ArrayList<>();

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      description = "partner (copies), xor or rs (parity); default ${DEFAULT-VALUE}.")
  private String scheme = "partner";

  @Option(
      names = "--losses",
      paramLabel = "K",
      description =
          "How many nodes may be lost, with parity of each set; default ${DEFAULT-VALUE}.")
  private int losses = 1;

  @Option(
      names = "--set",
      paramLabel = "N",
      description = "About how many nodes make a set, with parity; default ${DEFAULT-VALUE}.")
  private int setSize = Protection.DEFAULT_SET;

  @Option(
      names = "--without",
      paramLabel = "NODES",
      description = "Nodes that are lost, such as n1,n7.")
  private @Nullable String without;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  /** Creates the verb. */
  RedundancyVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Map<String, String> domains = domains();
    List<String> nodes = List.copyOf(domains.keySet());
    Keeping keeping = Keeping.of(List.copyOf(domains.values()), protection());
    Set<Integer> dead = new TreeSet<>();
    for (String node : without == null ? List.<String>of() : HostList.expand(without)) {
      if (!domains.containsKey(node)) {
        throw new BurstlogException(
            "there is no node " + node + "; --without takes some of " + first(nodes));
      }
      dead.add(nodes.indexOf(node));
    }
    SortedSet<Integer> lost = keeping.lost(dead);
    boolean wrong = without == null ? keeping.domainLosses() < losses : !lost.isEmpty();
    int code = wrong ? WRONG : OK;
    if (json) {
      out.println(json(keeping, nodes, dead, lost).field("exit", code).end());
    } else {
      print(keeping, nodes, out);
      if (without != null) {
        out.println(
            lost.isEmpty()
                ? "Without " + names(dead, nodes) + " nothing is lost."
                : "Without "
                    + names(dead, nodes)
                    + " is lost what "
                    + names(lost, nodes)
                    + " put.");
      }
    }
    return code;
  }

  private Map<String, String> domains() throws IOException {
    Map<String, String> domains = new LinkedHashMap<>();
    for (String text : named) {
      int equals = text.lastIndexOf('=');
      for (String node : HostList.expand(equals < 0 ? text : text.substring(0, equals))) {
        if (domains.put(node, equals < 0 ? node : text.substring(equals + 1)) != null) {
          throw new BurstlogException("node " + node + " is named twice; name each node once");
        }
      }
    }
    if (named.isEmpty()) {
      HostList.ofJob(System.getenv()).forEach(node -> domains.put(node, node));
    }
    return domains;
  }

  private Protection protection() throws BurstlogException {
    try {
      return new Protection(Scheme.valueOf(scheme.toUpperCase(Locale.ROOT)), losses, setSize);
    } catch (IllegalArgumentException e) {
      throw new BurstlogException(
          "no redundancy is '"
              + scheme
              + "' with "
              + losses
              + " losses in sets of "
              + setSize
              + "; --scheme is partner, xor or rs, --losses is 1 at least, and 1 with xor, and"
              + " --set is larger than that and 128 at most",
          e);
    }
  }

  private static String first(List<String> nodes) {
    int most = 16;
    return nodes.size() <= most
        ? String.join(", ", nodes)
        : String.join(", ", nodes.subList(0, most)) + " and " + (nodes.size() - most) + " more";
  }

  private static String names(Iterable<Integer> numbers, List<String> nodes) {
    List<String> names = new ArrayList<>();
    numbers.forEach(number -> names.add(nodes.get(number)));
    return first(names);
  }

  private static void print(Keeping keeping, List<String> nodes, PrintStream out) {
    Protection asked = keeping.protection();
    boolean parity = keeping instanceof ParitySets;
    out.println(
        parity
            ? Words.lower(asked.scheme())
                + ": what a node put is lost when it and "
                + asked.losses()
                + " more of its set are lost"
            : "partner: what a node put is lost when it and all that keep copies of it are lost");
    out.printf(
        Locale.ROOT, "%-16s %-16s %5s  %s%n", "NODE", "DOMAIN", parity ? "SET" : "", "KEPT BY");
    for (int node = 0; node < nodes.size(); node++) {
      out.printf(
          Locale.ROOT,
          "%-16s %-16s %5s  %s%n",
          Words.line(nodes.get(node)),
          Words.line(keeping.domain(node)),
          keeping instanceof ParitySets sets ? String.valueOf(sets.setOf(node)) : "",
          Words.line(names(keeping.keepers(node), nodes)));
    }
    out.println(
        "Any "
            + Words.count(asked.losses(), "node", "nodes")
            + (parity ? " of a set" : "")
            + " may be lost, and any "
            + Words.count(keeping.domainLosses(), "whole domain", "whole domains")
            + ".");
    keeping.doubts(nodes::get).forEach(doubt -> out.println("- " + Words.line(doubt)));
  }

  private static Json json(
      Keeping keeping, List<String> nodes, Set<Integer> dead, Set<Integer> lost) {
    Json text =
        new Json()
            .object()
            .field("scheme", Words.lower(keeping.protection().scheme()))
            .field("losses", keeping.protection().losses())
            .field("domainLosses", keeping.domainLosses());
    List<Integer> numbers = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      numbers.add(node);
    }
    text.field(
        "nodes",
        numbers,
        (j, node) ->
            j.object()
                .field("node", nodes.get(node))
                .field("domain", keeping.domain(node))
                .field("set", keeping instanceof ParitySets sets ? sets.setOf(node) : null)
                .field("keepers", keeping.keepers(node), (k, n) -> k.value(nodes.get(n)))
                .field("keepsFor", keeping.wards(node), (k, n) -> k.value(nodes.get(n)))
                .end());
    return text.field("doubts", keeping.doubts(nodes::get), Json::value)
        .field("without", dead, (j, n) -> j.value(nodes.get(n)))
        .field("lost", lost, (j, n) -> j.value(nodes.get(n)));
  }
}
