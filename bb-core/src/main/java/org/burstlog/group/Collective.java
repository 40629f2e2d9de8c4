package org.burstlog.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A collective call, with what this process brings to it: what {@link ProcessGroup#begin} begins.
 *
 * <p>Values and messages are the caller's again once it has begun; buffers of an {@link Exchange}
 * once it has ended.
 *
 * @param <T> what it gives to each process
 */
public sealed interface Collective<T> {
  /**
   * Begins this in a group.
   *
   * @param kinds how the group begins each kind
   * @return what was begun
   * @throws IOException when the group cannot be used any more
   */
  Begun<T> in(Kinds kinds) throws IOException;

  /** How a group begins each kind of call: an implementation has one method for each. */
  interface Kinds {
    /**
     * Begins a barrier.
     *
     * @return gives true when all processes have come
     * @throws IOException when the group cannot be used any more
     */
    Begun<Boolean> barrier() throws IOException;

    /**
     * Begins a reduction.
     *
     * @param what what is reduced
     * @return gives the values of all, reduced place by place
     * @throws IOException when the group cannot be used any more
     */
    Begun<long[]> reduce(Reduce what) throws IOException;

    /**
     * Begins to give each process the values meant for it.
     *
     * @param values as many for each process
     * @return gives the values meant for this process
     * @throws IOException when the group cannot be used any more
     */
    Begun<long[]> transpose(long[] values) throws IOException;

    /**
     * Begins to give every process the messages of all.
     *
     * @param message this process's
     * @return gives one message a process
     * @throws IOException when the group cannot be used any more
     */
    Begun<List<byte[]>> gather(byte[] message) throws IOException;

    /**
     * Begins to give every process the message of one.
     *
     * @param what whose message
     * @return gives the message
     * @throws IOException when the group cannot be used any more
     */
    Begun<byte[]> broadcast(Broadcast what) throws IOException;

    /**
     * Begins to exchange bytes.
     *
     * @param what which bytes
     * @return gives the buffer that was received into
     * @throws IOException when the group cannot be used any more
     */
    Begun<ByteBuffer> exchange(Exchange what) throws IOException;

    /**
     * Begins to give each of a few processes the values meant for it. A group that knows nothing
     * better gives every process its values, which are zeros in the others.
     *
     * @param what which values
     * @return gives the values meant for this process, or nothing where it is none of the few
     * @throws IOException when the group cannot be used any more
     */
    default Begun<long[]> tellFew(TellFew what) throws IOException {
      return transpose(what.forAll());
    }

    /**
     * Begins to give each of a few processes the bytes meant for it. A group that knows nothing
     * better makes an exchange of all of it.
     *
     * @param what which bytes
     * @return gives the buffer that was received into
     * @throws IOException when the group cannot be used any more
     */
    default Begun<ByteBuffer> sendFew(SendFew what) throws IOException {
      return exchange(what.forAll());
    }
  }

  /** What a reduction makes of the values in one place. */
  enum Operation {
    /** The largest. */
    MAX,
    /** The smallest. */
    MIN,
    /** The sum. */
    SUM,
    /** The bits that any has set. */
    OR;

    /**
     * Applies it to two values.
     *
     * @param a one
     * @param b the other
     * @return what it makes of them
     */
    public long of(long a, long b) {
      return switch (this) {
        case MAX -> Math.max(a, b);
        case MIN -> Math.min(a, b);
        case SUM -> a + b;
        case OR -> a | b;
      };
    }
  }

  /** Ends when all processes have begun it. */
  record Barrier() implements Collective<Boolean> {
    @Override
    public Begun<Boolean> in(Kinds kinds) throws IOException {
      return kinds.barrier();
    }
  }

  /**
   * Reduces the values of all processes, each place for itself.
   *
   * @param operation what is made of the values in one place
   * @param values as many in every process
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  record Reduce(Operation operation, long[] values) implements Collective<long[]> {
    @Override
    public Begun<long[]> in(Kinds kinds) throws IOException {
      return kinds.reduce(this);
    }
  }

  /**
   * Gives each process the values meant for it: the first few go to rank 0, the next few to rank 1,
   * and so on; in the result the first few are from rank 0.
   *
   * @param values as many for each process, and as many in every process
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Transpose(long[] values) implements Collective<long[]> {
    @Override
    public Begun<long[]> in(Kinds kinds) throws IOException {
      return kinds.transpose(values);
    }
  }

  /**
   * Gives every process the messages of all, by rank.
   *
   * @param message this process's, of any length, which may be empty
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Gather(byte[] message) implements Collective<List<byte[]>> {
    @Override
    public Begun<List<byte[]>> in(Kinds kinds) throws IOException {
      return kinds.gather(message);
    }
  }

  /**
   * Gives every process the message of one.
   *
   * @param message the message; only the root's is looked at, which may be empty
   * @param root rank of the process whose message it is
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Broadcast(byte[] message, int root) implements Collective<byte[]> {
    @Override
    public Begun<byte[]> in(Kinds kinds) throws IOException {
      return kinds.broadcast(this);
    }
  }

  /**
   * Gives each process the bytes meant for it. Both sides of each pair know how many there are. The
   * result is the buffer that was received into. Positions and limits stay as they are.
   *
   * @param send a direct buffer; from its position on the bytes for rank 0, right behind them those
   *     for rank 1, and so on
   * @param sent how many bytes go to each rank
   * @param receive a direct buffer; gets from its position on the bytes of rank 0, right behind
   *     them those of rank 1, and so on
   * @param received how many bytes come from each rank
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Exchange(ByteBuffer send, int[] sent, ByteBuffer receive, int[] received)
      implements Collective<ByteBuffer> {
    @Override
    public Begun<ByteBuffer> in(Kinds kinds) throws IOException {
      return kinds.exchange(this);
    }
  }

  /**
   * Gives each of a few processes one value of every process: what a process brings grows with the
   * few, and not with the number of processes.
   *
   * @param to the few, ascending, the same in every process
   * @param values one for each of them
   * @param processes how many processes the group has
   */
  @SuppressWarnings("ArrayRecordComponent")
  record TellFew(int[] to, long[] values, int processes) implements Collective<long[]> {
    @Override
    public Begun<long[]> in(Kinds kinds) throws IOException {
      return kinds.tellFew(this);
    }

    /**
     * Returns a value for every process.
     *
     * @return by rank, zero for all but the few
     */
    long[] forAll() {
      long[] all = new long[processes];
      for (int i = 0; i < to.length; i++) {
        all[to[i]] = values[i];
      }
      return all;
    }
  }

  /**
   * Gives each of a few processes bytes of every process, as an {@link Exchange} does.
   *
   * @param send a direct buffer; from its position on the bytes for the first of the few, right
   *     behind them those for the second, and so on
   * @param to the few, ascending, the same in every process
   * @param sent how many bytes go to each of them
   * @param receive a direct buffer; gets from its position on the bytes of rank 0, right behind
   *     them those of rank 1, and so on
   * @param received how many bytes come from each rank; of no length when none do
   * @param processes how many processes the group has
   */
  @SuppressWarnings("ArrayRecordComponent")
  record SendFew(
      ByteBuffer send, int[] to, int[] sent, ByteBuffer receive, int[] received, int processes)
      implements Collective<ByteBuffer> {
    @Override
    public Begun<ByteBuffer> in(Kinds kinds) throws IOException {
      return kinds.sendFew(this);
    }

    /**
     * Returns the same as a call that names every process.
     *
     * @return the exchange
     */
    Exchange forAll() {
      int[] all = new int[processes];
      for (int i = 0; i < to.length; i++) {
        all[to[i]] = sent[i];
      }
      return new Exchange(send, all, receive, received.length == 0 ? new int[processes] : received);
    }
  }

  /**
   * Finds the largest value in each place.
   *
   * @param values as many in every process
   * @return the call
   */
  static Collective<long[]> max(long... values) {
    return new Reduce(Operation.MAX, values);
  }

  /**
   * Finds the smallest value in each place.
   *
   * @param values as many in every process
   * @return the call
   */
  static Collective<long[]> min(long... values) {
    return new Reduce(Operation.MIN, values);
  }

  /**
   * Finds the sum of the values in each place.
   *
   * @param values as many in every process
   * @return the call
   */
  static Collective<long[]> sum(long... values) {
    return new Reduce(Operation.SUM, values);
  }

  /**
   * Finds the bits that any process has set in each place.
   *
   * @param values as many in every process
   * @return the call
   */
  static Collective<long[]> or(long... values) {
    return new Reduce(Operation.OR, values);
  }
}
