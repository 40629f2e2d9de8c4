package org.burstlog.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.burstlog.group.Collective.Broadcast;
import org.burstlog.group.Collective.Exchange;
import org.burstlog.group.Collective.Reduce;
import org.jspecify.annotations.Nullable;

/** The collective calls of one rank at a {@link Meeting}. */
final class ThreadedCalls implements Collective.Kinds {
  private final Meeting meeting;
  private final int rank;

  /** Exchanges of which this rank has not taken what was sent to it. */
  private final Deque<Exchanged> untaken = new ArrayDeque<>();

  ThreadedCalls(Meeting meeting, int rank) {
    this.meeting = meeting;
    this.rank = rank;
  }

  /** What rank 0 has made, for all. */
  Meeting agreeOn(@Nullable Meeting made) throws IOException {
    return bring("duplicate", made, all -> (Meeting) Objects.requireNonNull(all.get(0))).await();
  }

  @Override
  public Begun<Boolean> barrier() throws GroupException {
    return bring("barrier", null, all -> true);
  }

  @Override
  public Begun<long[]> reduce(Reduce what) throws GroupException {
    // A copy, because a quick rank may change its array again before a slow one has looked at it.
    long[] mine = what.values().clone();
    String call = what.operation().name().toLowerCase(java.util.Locale.ROOT);
    return bring(
        call + " of " + mine.length,
        mine,
        all -> {
          long[] values = given(all, 0).clone();
          for (int r = 1; r < all.size(); r++) {
            long[] given = given(all, r);
            for (int i = 0; i < values.length; i++) {
              values[i] = what.operation().of(values[i], given[i]);
            }
          }
          return values;
        });
  }

  @Override
  public Begun<long[]> transpose(long[] values) throws GroupException {
    int each = values.length / meeting.size();
    return bring(
        "transpose of " + values.length,
        values.clone(),
        all -> {
          long[] mine = new long[each * all.size()];
          for (int r = 0; r < all.size(); r++) {
            System.arraycopy(given(all, r), rank * each, mine, r * each, each);
          }
          return mine;
        });
  }

  private static long[] given(List<@Nullable Object> all, int rank) {
    return (long[]) Objects.requireNonNull(all.get(rank));
  }

  @Override
  public Begun<List<byte[]>> gather(byte[] message) throws GroupException {
    return bring(
        "gather",
        message.clone(),
        all -> {
          List<byte[]> messages = new ArrayList<>();
          for (Object each : all) {
            messages.add(((byte[]) Objects.requireNonNull(each)).clone());
          }
          return List.copyOf(messages);
        });
  }

  @Override
  public Begun<byte[]> broadcast(Broadcast what) throws GroupException {
    int root = Objects.checkIndex(what.root(), meeting.size());
    return bring(
        "broadcast from rank " + root,
        rank == root ? what.message().clone() : null,
        all -> ((byte[]) Objects.requireNonNull(all.get(root))).clone());
  }

  @Override
  public Begun<ByteBuffer> exchange(Exchange what) throws GroupException {
    Parcels mine = new Parcels(what.send().slice(), what.sent().clone());
    Exchanged begun = new Exchanged(meeting.bring(rank, "exchange", mine), what);
    synchronized (untaken) {
      untaken.add(begun);
    }
    return begun;
  }

  private <T> Begun<T> bring(
      String call, @Nullable Object mine, Function<List<@Nullable Object>, T> result)
      throws GroupException {
    return new Brought<List<@Nullable Object>>(meeting.bring(rank, call, mine)) {
      @Override
      boolean isComplete() throws GroupException {
        return meeting.haveCome(round);
      }

      @Override
      List<@Nullable Object> result() {
        return meeting.brought(round);
      }
    }.map(result);
  }

  /** Whoever looks at any call lets those go on who have sent this rank something. */
  private void takeWhatHasCome() {
    synchronized (untaken) {
      while (!untaken.isEmpty() && meeting.isComplete(untaken.element().round)) {
        untaken.remove().take();
      }
    }
  }

  /** A call that this rank has come to. */
  private abstract class Brought<T> implements Begun<T> {
    final Meeting.Round round;

    Brought(Meeting.Round round) {
      this.round = round;
    }

    abstract boolean isComplete() throws GroupException;

    abstract T result();

    @Override
    public boolean isDone() throws GroupException {
      takeWhatHasCome();
      return isComplete();
    }

    @Override
    public T await() throws GroupException {
      boolean interrupted = false;
      try {
        while (true) {
          long news = meeting.job().news();
          if (isDone()) {
            return result();
          }
          interrupted |= meeting.job().sleep(news);
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Who sends may fill its buffer anew only when all have taken what is theirs. */
  private final class Exchanged extends Brought<ByteBuffer> {
    private final Exchange mine;
    private volatile @Nullable IllegalArgumentException mismatch;

    Exchanged(Meeting.Round round, Exchange mine) {
      super(round);
      this.mine = mine;
    }

    void take() {
      List<@Nullable Object> all = meeting.brought(round);
      ByteBuffer into = mine.receive();
      int at = into.position();
      try {
        for (int r = 0; r < all.size(); r++) {
          Parcels theirs = (Parcels) Objects.requireNonNull(all.get(r));
          at = theirs.copy(r, rank, mine.received()[r], into, at);
        }
      } catch (IllegalArgumentException e) {
        mismatch = e;
      }
      meeting.take(rank, round);
    }

    @Override
    boolean isComplete() throws GroupException {
      return meeting.haveTaken(round);
    }

    @Override
    ByteBuffer result() {
      IllegalArgumentException wrong = mismatch;
      if (wrong != null) {
        throw wrong;
      }
      return mine.receive();
    }
  }

  /**
   * What one rank sends.
   *
   * @param bytes those for rank 0 first
   * @param lengths how many there are for each rank
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  private record Parcels(ByteBuffer bytes, int[] lengths) {
    int copy(int from, int to, int expected, ByteBuffer into, int at) {
      if (lengths[to] != expected) {
        throw new IllegalArgumentException(
            "rank "
                + to
                + " expects "
                + expected
                + " bytes of rank "
                + from
                + " and is sent "
                + lengths[to]);
      }
      int begin = 0;
      for (int r = 0; r < to; r++) {
        begin += lengths[r];
      }
      into.put(at, bytes, begin, expected);
      return at + expected;
    }
  }
}
