package org.burstlog.recover;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.burstlog.array.Footprint;

/** Some of the regions that a process wants, and what it asks of others for them. */
final class FetchBatch {
  /** One layer of what one session has. */
  record Layer(AttachedSession session, int number) {}

  /** What is asked of whom: of a layer, by its place among all. */
  private record Ask(int layer, int server) {}

  private final List<Layer> layers;
  private final List<RegionFill> wanted;
  private final int begin;
  private final Map<Integer, List<FetchRequest>> asked = new TreeMap<>();
  private final Footprint footprint = new Footprint();
  private int end;
  private long bytes;

  /** How many layers that this process reads by itself are in the memory. */
  private int merged;

  /**
   * Takes as many regions as are asked for at once.
   *
   * @param begin the first of them
   * @param most how many requests are made of one process, about
   */
  FetchBatch(List<Layer> layers, List<RegionFill> wanted, int begin, int most) {
    this.layers = layers;
    this.wanted = wanted;
    this.begin = begin;
    this.end = begin;
    boolean room = true;
    while (room && end < wanted.size()) {
      room = ask(end++, most);
    }
  }

  /** Notes what is to be asked for a region; false when that is enough. */
  private boolean ask(int number, int most) {
    RegionFill region = wanted.get(number);
    if (footprint.set(region.array(), region.region()).isEmpty()) {
      return true;
    }
    Set<Ask> asks = new LinkedHashSet<>();
    for (int layer = 0; layer < layers.size(); layer++) {
      if (layers.get(layer).number() == 0) {
        AttachedSession session = layers.get(layer).session();
        int counts = session.uncovered(footprint);
        for (FarLane lane : session.far()) {
          if (lane.layer() >= counts && lane.mayHave(footprint)) {
            asks.add(new Ask(layer + lane.layer(), lane.server()));
          }
        }
      }
    }
    boolean room = true;
    for (Ask ask : asks) {
      List<FetchRequest> all = asked.computeIfAbsent(ask.server(), server -> new ArrayList<>());
      all.add(new FetchRequest(ask.layer(), number, region.array(), region.region()));
      room &= all.size() < most;
    }
    bytes += asks.isEmpty() ? 0 : region.length();
    return room;
  }

  /** Returns the first region that is not in it. */
  int end() {
    return end;
  }

  /** Returns how long those regions are of which anything is asked. */
  long bytes() {
    return bytes;
  }

  /** Returns how many processes are asked. */
  int servers() {
    return asked.size();
  }

  /** Makes the messages, by rank. */
  Map<Integer, byte[]> messages(int quota) throws IOException {
    Map<Integer, byte[]> messages = new TreeMap<>();
    for (Map.Entry<Integer, List<FetchRequest>> each : asked.entrySet()) {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(message);
      out.writeInt(quota);
      Wire.writeList(out, each.getValue(), FetchRequest::write);
      messages.put(each.getKey(), message.toByteArray());
    }
    return messages;
  }

  /**
   * Reads what this process reaches by itself, of layers that it has not read yet.
   *
   * @param behind the first layer that is left for later
   */
  void merge(int behind) throws IOException {
    for (; merged < Math.min(behind, layers.size()); merged++) {
      Layer layer = layers.get(merged);
      for (RegionFill region : wanted.subList(begin, end)) {
        if (!footprint.set(region.array(), region.region()).isEmpty()) {
          layer.session().read(layer.number(), footprint, region);
        }
      }
    }
  }
}
