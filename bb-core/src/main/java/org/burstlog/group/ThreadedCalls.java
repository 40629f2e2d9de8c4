package org.burstlog.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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

  /**
   * Who comes later copies both ways between itself and those who were there. So a call that has
   * begun needs nothing more of a rank, whatever that does until it waits for the result.
   */
  @Override
  public Begun<ByteBuffer> exchange(Exchange what) throws GroupException {
    Parcels mine = new Parcels(rank, what);
    Meeting.Round round = meeting.bring(rank, "exchange", mine);
    for (Object other : meeting.before(round, mine)) {
      mine.copyTo((Parcels) other);
      ((Parcels) other).copyTo(mine);
    }
    mine.copyTo(mine);
    meeting.finish(rank, round);
    return new Brought<ByteBuffer>(round) {
      @Override
      public boolean isDone() throws GroupException {
        return meeting.haveFinished(round);
      }

      @Override
      ByteBuffer result() {
        return mine.received();
      }
    };
  }

  private <T> Begun<T> bring(
      String call, @Nullable Object mine, Function<List<@Nullable Object>, T> result)
      throws GroupException {
    return new Brought<List<@Nullable Object>>(meeting.bring(rank, call, mine)) {
      @Override
      public boolean isDone() throws GroupException {
        return meeting.haveCome(round);
      }

      @Override
      List<@Nullable Object> result() {
        return meeting.brought(round);
      }
    }.map(result);
  }

  /** A call that this rank has come to. */
  private abstract class Brought<T> implements Begun<T> {
    final Meeting.Round round;

    Brought(Meeting.Round round) {
      this.round = round;
    }

    @Override
    public abstract boolean isDone() throws GroupException;

    abstract T result();

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

  /** What one rank sends, and where it receives. */
  private static final class Parcels {
    private final int rank;
    private final ByteBuffer bytes;
    private final int[] lengths;
    private final ByteBuffer into;
    private final int[] expected;
    private final int start;
    private volatile @Nullable IllegalArgumentException mismatch;

    Parcels(int rank, Exchange what) {
      this.rank = rank;
      this.bytes = what.send().slice();
      this.lengths = what.sent().clone();
      this.into = what.receive();
      this.expected = what.received().clone();
      this.start = into.position();
    }

    void copyTo(Parcels to) {
      int length = lengths[to.rank];
      int room = to.expected[rank];
      if (length == room) {
        int at = to.start + sumOfFirst(rank, to.expected);
        to.into.put(at, bytes, sumOfFirst(to.rank, lengths), length);
      } else {
        to.mismatch =
            new IllegalArgumentException(
                "rank "
                    + to.rank
                    + " expects "
                    + room
                    + " bytes of rank "
                    + rank
                    + " and is sent "
                    + length);
      }
    }

    private static int sumOfFirst(int many, int[] lengths) {
      int sum = 0;
      for (int r = 0; r < many; r++) {
        sum += lengths[r];
      }
      return sum;
    }

    ByteBuffer received() {
      IllegalArgumentException wrong = mismatch;
      if (wrong != null) {
        throw wrong;
      }
      return into;
    }
  }
}
