package org.burstlog.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.group.Meeting.Departure;
import org.burstlog.group.Meeting.Job;

/**
 * Threads of one JVM as the processes of a group: for tests, and for codes that are parallel by
 * threads.
 *
 * <p>{@link #run} starts the threads and ends with them. A code that has threads of its own takes
 * {@link #create} and gives each thread its member, which the thread closes at its end, or {@link
 * #fail}s when it ends before its time: who waits for it then gets a {@link GroupException} that
 * names the rank and the cause. Nobody waits for ever, and nobody waits busily. An interrupt ends
 * no wait for other ranks; the flag stays set for the application. A rank whose program has
 * returned still takes part where another thread goes on with a group, see {@link #stay}; one that
 * has failed does not.
 *
 * <p>Nodes are simulated: every so many ranks in turn make one.
 */
public final class ThreadedGroup implements ProcessGroup {
  private final Meeting meeting;
  private final int rank;
  private final ThreadedCalls calls;

  private ThreadedGroup(Meeting meeting, int rank) {
    this.meeting = meeting;
    this.rank = rank;
    this.calls = new ThreadedCalls(meeting, rank);
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
    Meeting meeting = Meeting.first(new Job(size, ranksPerNode), size);
    return IntStream.range(0, size).mapToObj(r -> new ThreadedGroup(meeting, r)).toList();
  }

  /**
   * Runs a program as a group of threads that share one node, and returns when all have ended; what
   * goes on in other threads, such as a close in the background, may go on.
   *
   * @param size number of ranks
   * @param program what every rank runs
   * @throws Exception what the first rank that failed threw, with the others' suppressed
   */
  public static void run(int size, RankProgram program) throws Exception {
    run(size, size, program);
  }

  /**
   * Runs a program as a group of threads on simulated nodes, and returns when all have ended; what
   * goes on in other threads, such as a close in the background, may go on.
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
  public long identity() {
    return meeting.identity();
  }

  /** A thread is like any other of its rank: what a process keeps serves all of its threads. */
  private record Members(int size, int ranksPerNode) {}

  @Override
  public Object members() {
    return new Members(size(), meeting.job().ranksPerNode);
  }

  @Override
  public Nodes nodes() throws GroupException {
    meeting.requireOpen(rank);
    int perNode = meeting.job().ranksPerNode;
    return Nodes.of(IntStream.range(0, size()).map(r -> r - r % perNode).toArray());
  }

  /** One rank makes the new meeting place and the others find it. */
  @Override
  public ProcessGroup duplicate() throws IOException {
    Meeting made = rank == 0 ? meeting.duplicate() : null;
    return new ThreadedGroup(calls.agreeOn(made), rank);
  }

  @Override
  public Stay stay() {
    return meeting.stay(rank);
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    return what.in(calls);
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
