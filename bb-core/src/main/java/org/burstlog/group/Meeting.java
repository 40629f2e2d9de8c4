package org.burstlog.group;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * Where the threads of one {@link ThreadedGroup} meet: a collective is complete when each has
 * brought what it gives, and then all see what the others brought.
 *
 * <p>All meetings of a job share one monitor, that of its {@link Job}, because a thread that goes
 * away must wake those who wait for it in any of them.
 */
final class Meeting {
  /** The threads that came together in one call of {@link Job#run}, and who of them has gone. */
  static final class Job {
    final int ranksPerNode;
    private final @Nullable Departure[] departures;

    /** Grows whenever somebody who waits should look again. */
    private long news;

    Job(int size, int ranksPerNode) {
      this.ranksPerNode = ranksPerNode;
      this.departures = new @Nullable Departure[size];
    }

    /** A thread takes part in no meeting any more; who waits for it, waits in vain and is told. */
    synchronized void depart(int member, Departure departure) {
      if (departures[member] == null) {
        departures[member] = departure;
        tell();
      }
    }

    private synchronized void tell() {
      news++;
      notifyAll();
    }

    /** How much there was to tell so far. */
    synchronized long news() {
      return news;
    }

    /**
     * Sleeps until there is more to tell. An interrupt does not end it: who leaves a collective
     * before its end spoils it for all.
     *
     * @return true when it was interrupted
     */
    synchronized boolean sleep(long known) {
      boolean interrupted = false;
      while (news == known) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return interrupted;
    }
  }

  /**
   * That a rank has gone.
   *
   * @param how in words that follow the rank's name
   * @param cause what made it go, null when nothing did: it has done all that it had to do
   */
  record Departure(String how, @Nullable Throwable cause) {}

  /**
   * One collective: what was brought so far, and in which order; then who has finished what it does
   * with it, if that matters to the others.
   */
  static final class Round {
    private final @Nullable Object[] brought;
    private final boolean[] present;
    private final boolean[] finished;
    private final String call;
    private final int opener;
    private final List<@Nullable Object> inOrder = new ArrayList<>();
    private int ready;

    Round(int size, String call, int opener) {
      this.brought = new @Nullable Object[size];
      this.present = new boolean[size];
      this.finished = new boolean[size];
      this.call = call;
      this.opener = opener;
    }

    private boolean complete() {
      return inOrder.size() == brought.length;
    }
  }

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Job job;
  private final int size;
  private final long identity = RANDOM.nextLong();
  private final @Nullable Departure[] left;

  /** Where it was agreed on; null for the first of a job. */
  private final @Nullable Meeting origin;

  /** For how many threads each rank stays when its program has ended. */
  private final int[] stays;

  /** Rounds that somebody has not come to yet, in order, and how many were before them. */
  private final Deque<Round> open = new ArrayDeque<>();

  private long closed;

  /** How many rounds each has come to. */
  private final long[] come;

  private @Nullable GroupException broken;

  private Meeting(Job job, int size, @Nullable Meeting origin) {
    this.job = job;
    this.size = size;
    this.origin = origin;
    this.left = new @Nullable Departure[size];
    this.stays = new int[size];
    this.come = new long[size];
  }

  /**
   * The first meeting place of a job.
   *
   * @param job the job whose threads meet
   * @param size how many they are
   */
  static Meeting first(Job job, int size) {
    return new Meeting(job, size, null);
  }

  /** Another place for the same threads. Who stays here stays there, too. */
  Meeting duplicate() {
    return new Meeting(job, size, this);
  }

  Job job() {
    return job;
  }

  int size() {
    return size;
  }

  /** A random number of its own. */
  long identity() {
    return identity;
  }

  /** This rank takes part here no more; elsewhere it may. */
  void leave(int rank, Departure departure) {
    synchronized (job) {
      if (left[rank] == null) {
        left[rank] = departure;
        job.tell();
      }
    }
  }

  /**
   * This rank takes part here, and in duplicates, also when its program has ended, until it is
   * closed. Elsewhere it does not, so nobody waits in vain for a rank that went on with something
   * else.
   */
  ProcessGroup.Stay stay(int rank) {
    synchronized (job) {
      stays[rank]++;
    }
    return () -> {
      synchronized (job) {
        stays[rank]--;
        job.tell();
      }
    };
  }

  private boolean isStaying(int rank) {
    return stays[rank] > 0 || (origin != null && origin.isStaying(rank));
  }

  /**
   * Brings something to the next round of a rank, and waits for nobody.
   *
   * @return the round, to be asked whether all have come to it
   * @throws GroupException when the meeting is over for this rank or for all
   */
  Round bring(int rank, String call, @Nullable Object mine) throws GroupException {
    synchronized (job) {
      requireOpen(rank);
      Round round = next(rank, call);
      if (!round.call.equals(call)) {
        throw breakUp(
            name(rank)
                + " called "
                + call
                + " while "
                + name(round.opener)
                + " called "
                + round.call,
            null);
      }
      come[rank]++;
      round.brought[rank] = mine;
      round.present[rank] = true;
      round.inOrder.add(mine);
      if (round.complete()) {
        // Who has come to this one has come to all before it, so it is the first.
        open.remove();
        closed++;
        job.tell();
      }
      return round;
    }
  }

  /** Checks that the meeting is over neither for this rank nor for all. */
  void requireOpen(int rank) throws GroupException {
    synchronized (job) {
      requireWhole();
      Departure own = departure(rank);
      if (own != null) {
        throw new GroupException("the group was closed: " + name(rank) + " " + own.how());
      }
    }
  }

  /** Nobody is many rounds ahead of another. */
  private Round next(int rank, String call) {
    long before = closed;
    for (Round round : open) {
      if (before == come[rank]) {
        return round;
      }
      before++;
    }
    Round opened = new Round(size, call, rank);
    open.add(opened);
    return opened;
  }

  /**
   * Tells whether all have come to a round.
   *
   * @throws GroupException when somebody who is missing cannot come any more
   */
  boolean haveCome(Round round) throws GroupException {
    synchronized (job) {
      return round.complete() || require(round, round.present);
    }
  }

  /** What all brought to a complete round, by rank. */
  List<@Nullable Object> brought(Round round) {
    synchronized (job) {
      return Collections.unmodifiableList(new ArrayList<>(Arrays.asList(round.brought)));
    }
  }

  /** What was brought to a round before something else was, which is there, too. */
  List<@Nullable Object> before(Round round, Object mine) {
    synchronized (job) {
      return List.copyOf(round.inOrder.subList(0, round.inOrder.indexOf(mine)));
    }
  }

  /** Says that a rank has done what it does with what others brought to a round. */
  void finish(int rank, Round round) {
    synchronized (job) {
      round.finished[rank] = true;
      round.ready++;
      if (round.ready == size) {
        job.tell();
      }
    }
  }

  /**
   * Tells whether all have come to a round and finished what they do with it.
   *
   * @throws GroupException when somebody who has not cannot do so any more
   */
  boolean haveFinished(Round round) throws GroupException {
    synchronized (job) {
      return round.ready == size || require(round, round.finished);
    }
  }

  private boolean require(Round round, boolean[] done) throws GroupException {
    requireWhole();
    for (int rank = 0; rank < size; rank++) {
      Departure gone = departure(rank);
      if (gone != null && !done[rank]) {
        throw breakUp(
            name(rank) + " " + gone.how() + " while others waited for it in " + round.call,
            gone.cause());
      }
    }
    return false;
  }

  /** Once broken, the meeting stays so: some have missed what others believe they took part in. */
  private void requireWhole() throws GroupException {
    if (broken != null) {
      throw new GroupException(BurstlogException.messageOf(broken), broken.getCause());
    }
  }

  private @Nullable Departure departure(int rank) {
    Departure here = left[rank];
    if (here != null) {
      return here;
    }
    Departure gone = job.departures[rank];
    return gone != null && gone.cause() == null && isStaying(rank) ? null : gone;
  }

  private GroupException breakUp(String message, @Nullable Throwable cause) {
    GroupException why = new GroupException(message, cause);
    broken = why;
    job.tell();
    return why;
  }

  private String name(int rank) {
    return "rank " + rank + " of " + size;
  }
}
