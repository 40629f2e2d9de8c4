package org.burstlog.drain.files;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a deal takes: as long as the slowest lane, the process that has most to write, the
 * network card that gets most, or the servers, whichever is longest.
 *
 * <p>What a file takes in its lane is a fixed part, and its bytes at the speed of its writers or of
 * the servers they write to. The exchange goes on beside the writing.
 */
final class Prediction {
  private final List<FileLoad> files;
  private final Places places;
  private final Rates rates;
  private final Map<Integer, Double> written = new HashMap<>();
  private final Map<Integer, Double> received = new HashMap<>();
  private final Map<Integer, Integer> nodeOf = new HashMap<>();

  Prediction(List<FileLoad> files, Places places, Rates rates) {
    this.files = files;
    this.places = places;
    this.rates = rates;
    for (int node = 0; node < places.nodes().size(); node++) {
      for (int rank : places.nodes().get(node)) {
        nodeOf.put(rank, node);
      }
    }
  }

  /** Predicts seconds. */
  double seconds(Deal deal) {
    written.clear();
    received.clear();
    double longest = 0;
    double toServers = 0;
    for (List<Integer> lane : deal.lanes()) {
      double seconds = 0;
      for (int file : lane) {
        seconds += ofFile(files.get(file), deal.writers().get(file));
      }
      longest = Math.max(longest, seconds);
    }
    for (FileLoad file : files) {
      // Of the places of files on servers nothing is known: that they are spread evenly is best.
      toServers += (double) file.bytes() / file.striping().servers();
    }
    longest = Math.max(longest, toServers / rates.server());
    longest = Math.max(longest, most(written) / rates.writer());
    return Math.max(longest, most(received) / rates.card());
  }

  private double ofFile(FileLoad file, List<Integer> dealt) {
    List<Integer> able = dealt.isEmpty() ? leaders() : dealt;
    int writers = Math.min(file.servers(), able.size());
    double each = (double) file.bytes() / writers;
    for (int i = 0; i < writers; i++) {
      int rank = able.get((int) ((long) i * able.size() / writers));
      written.merge(rank, each, Double::sum);
      received.merge(nodeOf.getOrDefault(rank, 0), each, Double::sum);
    }
    double speed = Math.min(writers * rates.writer(), file.servers() * rates.server());
    return rates.fixed() + file.bytes() / Math.min(speed, writers * rates.card());
  }

  /** Who writes where nobody was dealt: one process a node. */
  private List<Integer> leaders() {
    return places.nodes().stream().map(node -> node.get(0)).toList();
  }

  private static double most(Map<Integer, Double> loads) {
    return loads.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
