package org.burstlog.bench.simulate;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.burstlog.drain.Parcel;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.GroupException;
import org.jspecify.annotations.Nullable;

/** The collective calls of one process of a simulation. None of them waits. */
final class SimulatedCalls implements Collective.Kinds {
  private static final byte[] NOTHING = {};
  private static final Parameter COPY = Parameter.COPY_MB;

  private final Hall hall;
  private final Machine machine;
  private final int rank;
  private final boolean withData;

  SimulatedCalls(Hall hall, Machine machine, int rank, boolean withData) {
    this.hall = hall;
    this.machine = machine;
    this.rank = rank;
    this.withData = withData;
  }

  @Override
  public Begun<Boolean> barrier() throws GroupException {
    Gathering gathering = hall.come(rank, "barrier");
    return left(gathering, all -> true);
  }

  @Override
  public Begun<long[]> reduce(Collective.Reduce what) throws GroupException {
    long[] mine = what.values();
    Gathering gathering = hall.come(rank, "reduce " + what.operation() + " of " + mine.length);
    if (gathering.come == 1) {
      gathering.values = mine.clone();
    } else {
      long[] all = gathering.values;
      for (int i = 0; i < all.length; i++) {
        all[i] = what.operation().of(all[i], mine[i]);
      }
    }
    return left(gathering, all -> all.values);
  }

  @Override
  public Begun<long[]> transpose(long[] values) {
    throw new UnsupportedOperationException("no drain transposes");
  }

  @Override
  public Begun<List<byte[]>> gather(byte[] message) throws GroupException {
    Gathering gathering = hall.come(rank, "gather");
    if (gathering.messages.length == 0) {
      gathering.messages = new byte[hall.ranks().size()][];
    }
    gathering.messages[rank] = message.clone();
    gathering.bytes += message.length;
    return left(gathering, all -> List.of(all.messages));
  }

  @Override
  public Begun<byte[]> broadcast(Collective.Broadcast what) throws GroupException {
    Gathering gathering = hall.come(rank, "broadcast");
    if (rank == what.root()) {
      gathering.messages = new byte[][] {what.message().clone()};
      gathering.bytes = what.message().length;
    }
    return left(gathering, all -> all.messages[0]);
  }

  @Override
  public Begun<ByteBuffer> exchange(Collective.Exchange what) {
    throw new UnsupportedOperationException("a drain sends to a few");
  }

  @Override
  public Begun<long[]> tellFew(Collective.TellFew what) throws GroupException {
    Gathering gathering = hall.come(rank, "tell " + what.to().length);
    gathering.receivers(what.to().length);
    for (int i = 0; i < what.to().length; i++) {
      if (what.values()[i] != 0) {
        gathering.parcels.get(i).add(new Gathering.Sent(rank, what.values()[i], 0, NOTHING));
      }
    }
    int me = Arrays.binarySearch(what.to(), rank);
    return left(gathering, all -> me < 0 ? new long[0] : told(all.parcels.get(me)));
  }

  private long[] told(List<Gathering.Sent> sent) {
    long[] values = new long[hall.ranks().size()];
    for (Gathering.Sent each : sent) {
      values[each.rank()] = each.value();
    }
    return values;
  }

  @Override
  public Begun<ByteBuffer> sendFew(Collective.SendFew what) throws GroupException {
    int[] to = what.to();
    int[] sent = what.sent();
    hall.ranks().owe(rank, machine.nanos(Arrays.stream(sent).asLongStream().sum(), COPY));
    Gathering gathering = hall.come(rank, "send " + to.length);
    gathering.receivers(to.length);
    if (gathering.in.length == 0) {
      gathering.in = new long[hall.nodes().count()];
      gathering.out = new long[gathering.in.length];
    }
    ByteBuffer send = what.send();
    int at = send.position();
    for (int i = 0; i < to.length; i++) {
      if (sent[i] > 0) {
        byte[] bytes = new byte[withData ? sent[i] : Parcel.described(send, at)];
        send.get(at, bytes);
        gathering.parcels.get(i).add(new Gathering.Sent(rank, 0, sent[i], bytes));
        count(gathering, to[i], sent[i]);
        gathering.busiest = Math.max(gathering.busiest, gathering.parcels.get(i).size());
        at += sent[i];
      }
    }
    int me = Arrays.binarySearch(to, rank);
    return left(
        gathering,
        all -> {
          if (me >= 0) {
            hall.requireUntorn(all, rank);
            all.deliver(me, rank, what.received(), what.receive());
            long bytes = Arrays.stream(what.received()).asLongStream().sum();
            hall.ranks().owe(rank, machine.nanos(bytes, COPY));
          }
          return what.receive();
        });
  }

  private void count(Gathering gathering, int to, int bytes) {
    gathering.messageCount++;
    gathering.bytes += bytes;
    if (hall.node(rank) != hall.node(to)) {
      gathering.out[hall.node(rank)] += bytes;
      gathering.in[hall.node(to)] += bytes;
    }
  }

  private <T> Begun<T> left(Gathering gathering, Making<T> result) {
    hall.left(rank, gathering);
    return new Called<>(gathering, result);
  }

  /** Makes what a process gets of a call. */
  private interface Making<T> {
    T apply(Gathering gathering) throws GroupException;
  }

  /** A call that this process has come to. */
  private final class Called<T> implements Begun<T> {
    private final Gathering gathering;
    private final Making<T> make;
    private @Nullable T result;

    Called(Gathering gathering, Making<T> make) {
      this.gathering = gathering;
      this.make = make;
    }

    @Override
    public boolean isDone() throws GroupException {
      if (gathering.end <= hall.ranks().clock(rank)) {
        return true;
      }
      hall.requireWhole();
      return false;
    }

    @Override
    public T await() throws GroupException {
      if (!isDone()) {
        throw new IllegalStateException("nobody can wait in a simulation");
      }
      T made = result;
      if (made == null) {
        made = make.apply(gathering);
        result = made;
      }
      return made;
    }
  }
}
