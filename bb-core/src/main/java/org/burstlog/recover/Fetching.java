package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.burstlog.array.Footprint;
import org.burstlog.array.memory.Bytes;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.jspecify.annotations.Nullable;

/**
 * Brings processes what they want of lanes that only other nodes reach.
 *
 * <p>Each asks those that reach a lane for its regions. They answer in rounds, the oldest layer of
 * all first, and a layer only when all before it is where it belongs: what was put later wins. In a
 * round a process sends and receives so much at most as its two buffers hold. Nobody learns what
 * others ask of others.
 *
 * <p>A process that fails to read a log, or to take what it gets, goes through the rounds with
 * nothing to send: so nobody waits in vain, and it tells of it behind them.
 */
final class Fetching {
  /** What a process sends, and what it receives, in a round. */
  private static final int MEMORY = 4 << 20;

  /** What is between two processes in a round at least, however many there are. */
  private static final int LEAST = 4 << 10;

  /** Requests that a process makes of all others at once, about. */
  private static final int MOST_REQUESTS = 1 << 14;

  private final ProcessGroup group;
  private final Counters counters;
  private final Footprint footprint = new Footprint();
  private final Bytes sendBytes = new Bytes();
  private final Bytes receiveBytes = new Bytes();
  private ByteBuffer send = ByteBuffer.allocateDirect(0);
  private ByteBuffer receive = ByteBuffer.allocateDirect(0);

  private List<FetchBatch.Layer> layers = List.of();
  private List<RegionFill> wanted = List.of();
  private List<FetchClient> clients = List.of();
  private FetchBatch batch = new FetchBatch(layers, wanted, 0, 0);
  private @Nullable Throwable failure;

  /** The layer whose records clients want are loaded. */
  private int loaded;

  Fetching(ProcessGroup group, Counters counters) {
    this.group = group;
    this.counters = counters;
  }

  /** As {@link Attachment#fetch}. */
  @Nullable Throwable fetch(
      List<AttachedSession> sessions, List<RegionFill> regions, Telling telling)
      throws IOException {
    layers = new ArrayList<>();
    for (AttachedSession session : sessions) {
      session.share();
      for (int layer = 0; layer < session.layers(); layer++) {
        layers.add(new FetchBatch.Layer(session, layer));
      }
    }
    wanted = regions;
    failure = null;
    int next = 0;
    boolean more = true;
    while (more) {
      more = ask(next, telling);
      answer();
      next = failure == null ? batch.end() : wanted.size();
    }
    Throwable own = failure;
    layers = List.of();
    wanted = List.of();
    clients = List.of();
    batch = new FetchBatch(layers, wanted, 0, 0);
    return own;
  }

  private void attempt(Together.Step step) throws IOException {
    if (failure == null) {
      failure = Together.attempt(step);
      if (failure != null) {
        // It has nothing to send any more.
        clients = List.of();
      }
    }
  }

  /**
   * Asks for as many regions as are asked for at once, and learns what others ask for.
   *
   * @param next the first of them
   * @return whether any process has more
   */
  private boolean ask(int next, Telling telling) throws IOException {
    int size = group.size();
    int[] sent = new int[size];
    List<byte[]> messages = new ArrayList<>();
    int[] quota = new int[1];
    Throwable wrong =
        Together.attempt(
            () -> {
              batch = new FetchBatch(layers, wanted, next, Math.max(1, MOST_REQUESTS / size));
              quota[0] = quota(batch);
              for (Map.Entry<Integer, byte[]> each : batch.messages(quota[0]).entrySet()) {
                sent[each.getKey()] = each.getValue().length;
                messages.add(each.getValue());
              }
            });
    long[] sizes = wrong == null ? longs(sent) : new long[size];
    group.transpose(sizes);
    wrong = Together.attempt(wrong, () -> makeRoom(messages, sizes, quota[0] * batch.servers()));
    long left = wrong == null && batch.end() < wanted.size() ? 1 : 0;
    boolean more = Together.reach(group, telling, wrong, left)[0] != 0;
    int[] received = ints(sizes);
    group.exchange(send, sent, receive, received);
    clients = List.of();
    attempt(() -> clients = read(received));
    return more;
  }

  /** How much each process that is asked may send in a round. */
  private static int quota(FetchBatch batch) {
    long enough = 2 * batch.bytes() + LEAST;
    return (int) Math.min(Math.max(LEAST, MEMORY / Math.max(1, batch.servers())), enough);
  }

  private void makeRoom(List<byte[]> messages, long[] sizes, int answers) {
    int out = messages.stream().mapToInt(message -> message.length).sum();
    int in = Math.toIntExact(Arrays.stream(sizes).sum());
    send = room(send, out, sendBytes);
    receive = room(receive, Math.max(in, answers), receiveBytes);
    send.clear();
    messages.forEach(send::put);
    send.clear();
  }

  private static ByteBuffer room(ByteBuffer buffer, int bytes, Bytes view) {
    ByteBuffer enough = buffer.capacity() < bytes ? ByteBuffer.allocateDirect(bytes) : buffer;
    view.of(enough);
    return enough;
  }

  private List<FetchClient> read(int[] received) throws IOException {
    List<FetchClient> all = new ArrayList<>();
    int at = 0;
    for (int rank = 0; rank < received.length; rank++) {
      if (received[rank] > 0) {
        byte[] message = new byte[received[rank]];
        receive.get(at, message);
        at += message.length;
        all.add(FetchClient.read(rank, message));
      }
    }
    return all;
  }

  /** Sends what others have asked for and takes what they send, until nobody has more. */
  private void answer() throws IOException {
    loaded = -1;
    attempt(() -> send = room(send, share() * clients.size(), sendBytes));
    long layer = group.min(nextLayer());
    while (layer != FetchClient.NONE) {
      layer = round((int) layer);
    }
    attempt(() -> batch.merge(layers.size()));
  }

  /** The most that a client gets in a round. */
  private int share() {
    return Math.max(LEAST, MEMORY / Math.max(1, clients.size()));
  }

  private long nextLayer() {
    return clients.stream().mapToInt(FetchClient::layer).min().orElse(FetchClient.NONE);
  }

  /** One round; returns the layer of the next. */
  private long round(int layer) throws IOException {
    int[] sent = new int[group.size()];
    attempt(() -> fill(layer, sent));
    if (failure != null) {
      Arrays.fill(sent, 0);
    }
    Begun<long[]> incoming = group.begin(new Collective.Transpose(longs(sent)));
    Begun<long[]> next = group.begin(Collective.min(nextLayer()));
    int[] received = ints(incoming.await());
    long following = next.await()[0];
    group.exchange(send, sent, receive, received);
    attempt(
        () -> {
          batch.merge(layer + 1);
          unpack(received);
        });
    return following;
  }

  private void fill(int layer, int[] sizes) throws IOException {
    ServedLanes lanes = served(layer);
    if (layer != loaded) {
      loaded = layer;
      for (FetchClient client : clients) {
        if (client.layer() == layer) {
          client.load(layer, lanes, footprint);
        }
      }
    }
    int at = 0;
    for (FetchClient client : clients) {
      if (client.layer() == layer) {
        int limit = at + Math.min(client.quota(), share());
        FetchParcel parcel = new FetchParcel(send, sendBytes, at, limit);
        client.fill(layer, lanes, parcel);
        sizes[client.rank()] = parcel.end() - at;
        at = parcel.end();
      }
    }
  }

  private ServedLanes served(int layer) {
    FetchBatch.Layer wantedLayer = layers.get(layer);
    return wantedLayer.session().served(wantedLayer.number());
  }

  private void unpack(int[] received) {
    int at = 0;
    long got = 0;
    for (int length : received) {
      got += FetchParcel.unpack(receive, receiveBytes, at, at + length, wanted);
      at += length;
    }
    counters.add(Counter.FETCHED_BYTES, got);
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }

  private static int[] ints(long[] values) {
    return Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
  }
}
