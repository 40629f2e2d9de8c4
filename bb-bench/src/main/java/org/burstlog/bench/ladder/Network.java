package org.burstlog.bench.ladder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.burstlog.group.ProcessGroup;

/**
 * What processes can send each other, by the exchange that drains use: each to one of another node,
 * and each to all. Messages are three bytes longer or shorter than they are called, as those of a
 * drain are of no round sizes either.
 */
final class Network {
  private static final int[] SIZES = {1 << 10, 16 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20};
  private static final int ODD = 3;

  /** What a process sends at once in all. */
  private static final int MOST = 16 << 20;

  private static final int MOST_TIMES = 64;

  private final Crew crew;
  private final Consumer<Rung> rungs;

  Network(Crew crew, Consumer<Rung> rungs) {
    this.crew = crew;
    this.rungs = rungs;
  }

  /** Measures both. Collective; nothing to do for one process. */
  void measure() throws IOException {
    int size = crew.group().size();
    if (size == 1) {
      return;
    }
    int pairs = size / 2 * 2;
    for (int bytes : SIZES) {
      int[] toPartner = new int[size];
      int place = crew.place();
      if (place < pairs) {
        int partner = crew.rank(place ^ 1);
        toPartner[partner] = length(bytes, partner);
      }
      rungs.accept(exchange("exchange in pairs", bytes, pairs, 1, toPartner));
      if ((long) bytes * (size - 1) <= MOST) {
        int[] toAll = new int[size];
        for (int rank = 0; rank < size; rank++) {
          toAll[rank] = rank == crew.group().rank() ? 0 : length(bytes, rank);
        }
        rungs.accept(exchange("exchange of all", bytes, size, size - 1, toAll));
      }
    }
  }

  /** The same for who sends and who receives. */
  private int length(int bytes, int partner) {
    return bytes + ODD * ((crew.group().rank() + partner) % ODD - 1);
  }

  private Rung exchange(String name, int bytes, int senders, int partners, int[] lengths)
      throws IOException {
    int all = 0;
    for (int length : lengths) {
      all += length;
    }
    ByteBuffer send = Storage.pages(all);
    ByteBuffer receive = Storage.pages(all);
    int times = Math.max(1, Math.min(MOST_TIMES, MOST / (bytes * partners)));
    ProcessGroup group = crew.group();
    // All make the call, those without a partner with nothing.
    Rung whole =
        crew.measure(
            3,
            name,
            group.size(),
            bytes,
            (long) times * partners,
            () -> {
              for (int i = 0; i < times; i++) {
                group.exchange(send.clear(), lengths, receive.clear(), lengths);
              }
            });
    double share = (double) senders / group.size();
    return new Rung(
        3,
        name,
        senders,
        crew.nodes(senders),
        bytes,
        whole.mib() * share,
        whole.operations() * share);
  }
}
