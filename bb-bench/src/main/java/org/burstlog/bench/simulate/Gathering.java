package org.burstlog.bench.simulate;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One collective call of a simulated group: who has come, what they brought, when it ends. */
final class Gathering {
  final String call;
  int come;
  long last;

  /** When it ends; the largest long as long as some have not come. */
  long end = Long.MAX_VALUE;

  /** What all get, for calls that give all the same. */
  long[] values = {};

  byte[][] messages = {};

  /** By number of the receiver, what each gets. */
  List<List<Sent>> parcels = List.of();

  /** Whether one of the messages was cut short. */
  boolean torn;

  long messageCount;
  long bytes;

  /** Bytes out of and into each node. */
  long[] out = {};

  long[] in = {};

  /** The most messages that one process gets. */
  int busiest;

  Gathering(String call) {
    this.call = call;
  }

  /**
   * What one process gives to another.
   *
   * @param rank who gives it
   * @param value a value
   * @param length bytes of the whole
   * @param bytes those that travel; the others are not looked at
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  record Sent(int rank, long value, int length, byte[] bytes) {}

  void receivers(int count) {
    if (parcels.isEmpty()) {
      parcels = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        parcels.add(new ArrayList<>());
      }
    }
  }

  /** In the order of the ranks, whoever came first. */
  void sort() {
    for (List<Sent> each : parcels) {
      each.sort(Comparator.comparingInt(Sent::rank));
    }
  }

  /** Puts what a receiver gets into its memory. */
  void deliver(int receiver, int rank, int[] expected, ByteBuffer into) {
    int at = into.position();
    int from = 0;
    for (Sent each : parcels.get(receiver)) {
      for (; from < each.rank; from++) {
        at += expected[from];
      }
      if (expected[from] != each.length) {
        throw new IllegalStateException(
            "rank "
                + rank
                + " expects "
                + expected[from]
                + " bytes of rank "
                + each.rank
                + " and is sent "
                + each.length);
      }
      into.put(at, each.bytes);
    }
    parcels.set(receiver, List.of());
  }
}
