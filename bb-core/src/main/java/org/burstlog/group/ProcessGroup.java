package org.burstlog.group;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.group.Collective.Barrier;
import org.burstlog.group.Collective.Broadcast;
import org.burstlog.group.Collective.Exchange;
import org.burstlog.group.Collective.Gather;
import org.burstlog.group.Collective.Transpose;

/**
 * The processes that share a target, and the few collectives a drain needs.
 *
 * <p>Laws for implementations and callers:
 *
 * <ul>
 *   <li>Every method but {@link #rank}, {@link #size}, {@link #concurrent}, {@link #identity},
 *       {@link #members} and {@link #stay} is collective: all processes of the group call the same
 *       methods in the same order.
 *   <li>One thread of a process at a time uses a group; for a second thread, {@link #duplicate} it
 *       and ask {@link #concurrent}.
 *   <li>When a process is known to have gone, the others get a {@link GroupException} from the call
 *       they wait in, or the job ends; they never wait for ever.
 *   <li>Messages are small: they serve for agreement. Data goes by {@link #exchange}.
 *   <li>Several calls may be under way. They end in the order in which they were begun, and a call
 *       that waits is one more of them.
 * </ul>
 */
public interface ProcessGroup extends Closeable {
  /** That another thread goes on with a group. */
  @FunctionalInterface
  interface Stay extends AutoCloseable {
    /** Says that it does not any more. */
    @Override
    void close();
  }

  /**
   * Returns this process's place in the group.
   *
   * @return from 0 to {@code size() - 1}
   */
  int rank();

  /**
   * Returns the number of processes.
   *
   * @return at least 1
   */
  int size();

  /**
   * Tells whether one thread may use this group while another uses a duplicate of it. Where not,
   * all groups of the process belong to one thread at a time.
   *
   * @return true when threads need not take turns; the same in every process
   */
  default boolean concurrent() {
    return true;
  }

  /**
   * Tells which processes share a node. Found out once for a group and its duplicates; after that
   * nobody waits for anybody.
   *
   * @return the same in every process
   * @throws IOException when the group cannot be used any more
   */
  Nodes nodes() throws IOException;

  /**
   * Returns a number that is this group's alone: random, known to all its processes, and another
   * one for each duplicate. Nobody waits for anybody.
   *
   * @return the same in every process
   */
  long identity();

  /**
   * Returns what tells the processes of this group, in their order, from those of other groups of
   * this process: it equals that of a group of the same processes, such as a duplicate. Nobody
   * waits for anybody.
   *
   * @return the same for as long as the processes live
   */
  Object members();

  /**
   * Makes a group of the same processes whose calls do not mix with this one's.
   *
   * @return a new group, closed by the caller
   * @throws IOException when the group cannot be used any more
   */
  ProcessGroup duplicate() throws IOException;

  /**
   * Says that another thread of this process goes on with this group and its duplicates. Where a
   * process ends when its program returns, though the virtual machine does not, it then stays in
   * them. Not collective, and nobody waits.
   *
   * @return closed once, by any thread, when the other one needs them no more
   */
  default Stay stay() {
    return () -> {};
  }

  /**
   * Begins a collective call, and waits for nobody. It is the same call as the one of that name
   * that waits: while one process begins it, another may wait for the result. Other calls may be
   * begun and made meanwhile; what was begun is awaited before the group is closed.
   *
   * <p>A process that has begun calls comes back to the group, to ask for one of them or to make
   * another: a gather and a broadcast take two steps, the second of which no process takes by
   * itself, and what was begun behind them waits for that.
   *
   * @param <T> what the call gives
   * @param what the call, with what this process brings to it
   * @return what to ask and to wait for
   * @throws IOException when the group cannot be used any more
   */
  <T> Begun<T> begin(Collective<T> what) throws IOException;

  /**
   * Returns when all processes have called it.
   *
   * @throws IOException when the group cannot be used any more
   */
  default void barrier() throws IOException {
    begin(new Barrier()).await();
  }

  /**
   * Replaces each value by the largest that any process gave in its place.
   *
   * @param values as many in every process
   * @throws IOException when the group cannot be used any more
   */
  default void max(long[] values) throws IOException {
    System.arraycopy(begin(Collective.max(values)).await(), 0, values, 0, values.length);
  }

  /**
   * Replaces each value by the smallest that any process gave in its place.
   *
   * @param values as many in every process
   * @throws IOException when the group cannot be used any more
   */
  default void min(long[] values) throws IOException {
    System.arraycopy(begin(Collective.min(values)).await(), 0, values, 0, values.length);
  }

  /**
   * Replaces each value by the sum of what all processes gave in its place.
   *
   * @param values as many in every process
   * @throws IOException when the group cannot be used any more
   */
  default void sum(long[] values) throws IOException {
    System.arraycopy(begin(Collective.sum(values)).await(), 0, values, 0, values.length);
  }

  /**
   * Gives every process the message of one.
   *
   * @param message the message; only the root's is looked at, which may be empty
   * @param root rank of the process whose message it is
   * @return the root's message
   * @throws IOException when the group cannot be used any more
   */
  default byte[] broadcast(byte[] message, int root) throws IOException {
    return begin(new Broadcast(message, root)).await();
  }

  /**
   * Gives every process the messages of all, by rank.
   *
   * @param message this process's, of any length, which may be empty
   * @return one message a process, in rank order
   * @throws IOException when the group cannot be used any more
   */
  default List<byte[]> gather(byte[] message) throws IOException {
    return begin(new Gather(message)).await();
  }

  /**
   * Gives each process the values meant for it: the first few go to rank 0 and get what that rank
   * gave for this one, the next few to rank 1, and so on.
   *
   * @param values as many for each process, and as many in every process
   * @throws IOException when the group cannot be used any more
   */
  default void transpose(long[] values) throws IOException {
    System.arraycopy(begin(new Transpose(values)).await(), 0, values, 0, values.length);
  }

  /**
   * Gives each process the bytes meant for it. Both sides of each pair know how many there are.
   *
   * @param send a direct buffer; from its position on the bytes for rank 0, right behind them those
   *     for rank 1, and so on; its position and limit stay as they are
   * @param sent how many bytes go to each rank
   * @param receive a direct buffer; gets from its position on the bytes of rank 0, right behind
   *     them those of rank 1, and so on; its position and limit stay as they are
   * @param received how many bytes come from each rank
   * @throws IOException when the group cannot be used any more
   */
  default void exchange(ByteBuffer send, int[] sent, ByteBuffer receive, int[] received)
      throws IOException {
    begin(new Exchange(send, sent, receive, received)).await();
  }

  /**
   * Returns the largest value that any process gave.
   *
   * @param value this process's
   * @return the largest
   * @throws IOException when the group cannot be used any more
   */
  default long max(long value) throws IOException {
    long[] one = {value};
    max(one);
    return one[0];
  }

  /**
   * Returns the smallest value that any process gave.
   *
   * @param value this process's
   * @return the smallest
   * @throws IOException when the group cannot be used any more
   */
  default long min(long value) throws IOException {
    long[] one = {value};
    min(one);
    return one[0];
  }

  /**
   * Returns the sum of the values all processes gave.
   *
   * @param value this process's
   * @return the sum
   * @throws IOException when the group cannot be used any more
   */
  default long sum(long value) throws IOException {
    long[] one = {value};
    sum(one);
    return one[0];
  }

  /**
   * Leaves the group. Collective for groups made by {@link #duplicate}; what the application itself
   * handed in stays the application's.
   *
   * @throws IOException when leaving failed
   */
  @Override
  void close() throws IOException;
}
