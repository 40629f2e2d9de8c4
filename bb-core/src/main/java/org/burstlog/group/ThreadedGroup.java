package org.burstlog.group;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import org.burstlog.group.Meeting.Departure;
import org.burstlog.group.Meeting.Job;
import org.jspecify.annotations.Nullable;

/**
 * Threads of one JVM as the processes of a group: for tests, and for codes that are parallel by
 * threads.
 *
 * <p>{@link #run} starts the threads and ends with them. A code that has threads of its own takes
 * {@link #create} and gives each thread its member, which the thread closes at its end, or {@link
 * #fail}s when it ends before its time: who waits for it then gets a {@link GroupException} that
 * names the rank and the cause. Nobody waits for ever, and nobody waits busily. An interrupt ends
 * no wait for other ranks; the flag stays set for the application.
 *
 * <p>Nodes are simulated: every so many ranks in turn make one.
 */
public final class ThreadedGroup implements ProcessGroup {
  private final Meeting meeting;
  private final int rank;

  private ThreadedGroup(Meeting meeting, int rank) {
    this.meeting = meeting;
    this.rank = rank;
  }

  /**
   * Makes a group for threads that exist already.
   *
   * @param size number of ranks
   * @param ranksPerNode how many ranks in turn pretend to share a node
   * @return the group as each rank sees it, by rank
   */
  public static List<ThreadedGroup> create(int size, int ranksPerNode) {
    if (size < 1 || ranksPerNode < 1) {
      throw new IllegalArgumentException(
          size + " ranks, " + ranksPerNode + " a node: both must be at least 1");
    }
    Meeting meeting = new Meeting(new Job(size, ranksPerNode), size);
    return IntStream.range(0, size).mapToObj(r -> new ThreadedGroup(meeting, r)).toList();
  }

  /**
   * Runs a program as a group of threads that share one node, and returns when all have ended.
   *
   * @param size number of ranks
   * @param program what every rank runs
   * @throws Exception what the first rank that failed threw, with the others' suppressed
   */
  public static void run(int size, RankProgram program) throws Exception {
    run(size, size, program);
  }

  /**
   * Runs a program as a group of threads on simulated nodes, and returns when all have ended.
   *
   * @param size number of ranks
   * @param ranksPerNode how many ranks in turn pretend to share a node
   * @param program what every rank runs
   * @throws Exception what the first rank that failed threw, with the others' suppressed
   */
  public static void run(int size, int ranksPerNode, RankProgram program) throws Exception {
    List<Throwable> failures = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    List<ThreadedGroup> members = create(size, ranksPerNode);
    for (ThreadedGroup member : members) {
      threads.add(new Thread(() -> member.runHere(program, failures), "rank " + member.rank));
    }
    threads.forEach(Thread::start);
    try {
      join(threads);
    } catch (InterruptedException e) {
      members.forEach(member -> member.fail(e));
      throw e;
    }
    rethrow(failures);
  }

  private void runHere(RankProgram program, List<Throwable> failures) {
    try {
      program.run(this);
      meeting.job().depart(rank, new Departure("ended", null));
    } catch (Throwable e) {
      // Noted before others can notice, so that the first failure is the cause and not a
      // consequence.
      synchronized (failures) {
        e.addSuppressed(new GroupException("thrown by " + this));
        failures.add(e);
      }
      fail(e);
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      throw e;
    }
  }

  private static void rethrow(List<Throwable> failures) throws Exception {
    synchronized (failures) {
      if (failures.isEmpty()) {
        return;
      }
      Throwable first = failures.get(0);
      failures.stream().skip(1).filter(e -> e != first).forEach(first::addSuppressed);
      if (first instanceof Error error) {
        throw error;
      }
      throw (Exception) first;
    }
  }

  /**
   * Says that this rank ended before its time; no group with it can be used any more.
   *
   * @param cause what ended it
   */
  public void fail(Throwable cause) {
    meeting.job().depart(rank, new Departure("failed (" + cause + ")", cause));
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return meeting.size();
  }

  @Override
  public Nodes nodes() throws GroupException {
    meeting.requireOpen(rank);
    int perNode = meeting.job().ranksPerNode;
    return Nodes.of(IntStream.range(0, size()).map(r -> r - r % perNode).toArray());
  }

  /** One rank makes the new meeting place and the others find it. */
  @Override
  public ProcessGroup duplicate() throws GroupException {
    Meeting made = rank == 0 ? new Meeting(meeting.job(), size()) : null;
    Meeting place =
        (Meeting) Objects.requireNonNull(meeting.exchange(rank, "duplicate", made).get(0));
    return new ThreadedGroup(place, rank);
  }

  @Override
  public void barrier() throws GroupException {
    meeting.exchange(rank, "barrier", null);
  }

  @Override
  public void max(long[] values) throws GroupException {
    reduce("max", values, Math::max);
  }

  @Override
  public void min(long[] values) throws GroupException {
    reduce("min", values, Math::min);
  }

  @Override
  public void sum(long[] values) throws GroupException {
    reduce("sum", values, Long::sum);
  }

  @Override
  public Reduction beginMax(long[] values) throws GroupException {
    int count = values.length;
    Meeting.Round round = bring("max", values);
    return new Reduction() {
      private long @Nullable [] result;

      @Override
      public long[] await() throws GroupException {
        long[] known = result;
        if (known == null) {
          known = new long[count];
          combine(meeting.await(round), known, Math::max);
          result = known;
        }
        return known;
      }
    };
  }

  private void reduce(String call, long[] values, LongBinaryOperator operation)
      throws GroupException {
    combine(meeting.await(bring(call, values)), values, operation);
  }

  private Meeting.Round bring(String call, long[] values) throws GroupException {
    // A copy, because a quick rank may change its array again before a slow one has looked at it.
    return meeting.bring(rank, call + " of " + values.length, values.clone());
  }

  private static void combine(
      List<@Nullable Object> all, long[] values, LongBinaryOperator operation) {
    for (int r = 0; r < all.size(); r++) {
      long[] given = (long[]) Objects.requireNonNull(all.get(r));
      for (int i = 0; i < values.length; i++) {
        values[i] = r == 0 ? given[i] : operation.applyAsLong(values[i], given[i]);
      }
    }
  }

  @Override
  public byte[] broadcast(byte[] message, int root) throws GroupException {
    Objects.checkIndex(root, size());
    byte[] mine = rank == root ? message.clone() : null;
    List<@Nullable Object> all = meeting.exchange(rank, "broadcast from rank " + root, mine);
    return ((byte[]) Objects.requireNonNull(all.get(root))).clone();
  }

  @Override
  public List<byte[]> gather(byte[] message) throws GroupException {
    List<byte[]> messages = new ArrayList<>();
    for (Object each : meeting.exchange(rank, "gather", message.clone())) {
      messages.add(((byte[]) Objects.requireNonNull(each)).clone());
    }
    return List.copyOf(messages);
  }

  @Override
  public void transpose(long[] values) throws GroupException {
    String call = "transpose of " + values.length;
    List<@Nullable Object> all = meeting.exchange(rank, call, values.clone());
    int each = values.length / size();
    for (int r = 0; r < size(); r++) {
      long[] given = (long[]) Objects.requireNonNull(all.get(r));
      System.arraycopy(given, rank * each, values, r * each, each);
    }
  }

  @Override
  public void exchange(ByteBuffer send, int[] sent, ByteBuffer receive, int[] received)
      throws GroupException {
    Parcels mine = new Parcels(send.slice(), sent.clone());
    List<@Nullable Object> all = meeting.exchange(rank, "exchange", mine);
    int at = receive.position();
    for (int r = 0; r < all.size(); r++) {
      at = ((Parcels) Objects.requireNonNull(all.get(r))).copy(rank, received[r], receive, at);
    }
    // Who sent may fill its buffer anew only when all have taken what is theirs.
    meeting.exchange(rank, "end of exchange", null);
  }

  /** What one rank sends, the bytes for rank 0 first. */
  private static final class Parcels {
    private final ByteBuffer bytes;
    private final int[] lengths;

    Parcels(ByteBuffer bytes, int[] lengths) {
      this.bytes = bytes;
      this.lengths = lengths;
    }

    int copy(int rank, int expected, ByteBuffer into, int at) {
      if (lengths[rank] != expected) {
        throw new IllegalArgumentException(
            "rank " + rank + " expects " + expected + " bytes and is sent " + lengths[rank]);
      }
      int from = 0;
      for (int r = 0; r < rank; r++) {
        from += lengths[r];
      }
      into.put(at, bytes, from, expected);
      return at + expected;
    }
  }

  @Override
  public void close() {
    meeting.leave(rank, new Departure("closed its group", null));
  }

  @Override
  public String toString() {
    return "rank " + rank + " of " + size() + " threads";
  }
}
