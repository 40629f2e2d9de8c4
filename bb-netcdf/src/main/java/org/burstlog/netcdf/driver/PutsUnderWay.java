package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Reduction;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * Collective puts that this process has made without knowing yet how the others fare.
 *
 * <p>Each begins a reduction, which tells the others how it went here, and goes on. It is looked at
 * when {@link #MOST} more are to be made, or by the next collective call that is no put; so in all
 * processes the same call looks at the same put, and when that has failed anywhere, all throw and
 * none makes the call.
 *
 * <p>Processes that put are up to MOST reductions apart. Before they tell each other what has
 * failed, or who is not putting at all, each catches up by beginning as many as any can have begun.
 */
final class PutsUnderWay {
  /**
   * The most that wait to be looked at. On four processes that share two cores, one made puts
   * slower by half of what waiting did, and from four on nothing was left of it.
   */
  static final int MOST = 8;

  private static final int FAILED = 0;
  private static final int FILLING = 1;
  private static final int RECORDS = 2;

  private record Put(Reduction reduction, @Nullable NcException failure) {}

  private final ProcessGroup group;
  private final Deque<Put> puts = new ArrayDeque<>(MOST);
  private long records;
  private boolean isFilling;

  /**
   * None yet.
   *
   * @param group all processes, with nothing in between
   */
  PutsUnderWay(ProcessGroup group) {
    this.group = group;
  }

  /**
   * Tells the others of a put that was made, or was not. Collective, but waits for nobody.
   *
   * @param failure why it was not made, or null
   * @param filling whether there is room for few more, and all should wait for each other
   * @param count how many records this process knows of
   */
  void tell(@Nullable NcException failure, boolean filling, long count) throws IOException {
    long[] values = {failure == null ? 0 : 1, filling ? 1 : 0, count};
    puts.add(new Put(group.beginMax(Meeting.of(Call.PUT, values)), failure));
  }

  /**
   * Looks at all puts but the last few. Collective.
   *
   * @param most how many may be left
   * @return what must be told of the first that failed in any process; null when all is well
   */
  @Nullable Verdict settle(int most) throws IOException {
    while (puts.size() > most) {
      Put put = puts.element();
      long[] all = put.reduction().await();
      if (!Meeting.isAlike(all) || Meeting.value(all, FAILED) != 0) {
        puts.remove();
        return explain(Call.PUT, put.failure());
      }
      isFilling |= Meeting.value(all, FILLING) != 0;
      records = Math.max(records, Meeting.value(all, RECORDS));
      puts.remove();
    }
    return null;
  }

  /**
   * Tells each other what happened in a reduction that has just been looked at. Collective, when
   * all have looked at it, whatever they were doing.
   *
   * @param own what this process was doing
   * @param failure what went wrong with it here, or null
   */
  Verdict explain(Call own, @Nullable NcException failure) throws IOException {
    while (puts.size() < MOST - 1) {
      tell(null, false, 0);
    }
    for (Put put : puts) {
      put.reduction().await();
    }
    puts.clear();
    return Verdict.reach(group, own, failure);
  }

  /** Whether some process has room for few puts only, as far as all know. */
  boolean isFilling() {
    return isFilling;
  }

  /** Says what all know now of the room that there is. */
  void filling(boolean now) {
    isFilling = now;
  }

  /** How many records all know of. */
  long settledRecords() {
    return records;
  }

  /** How many records there are with all collective puts; waits for those who have not put yet. */
  long records() {
    long most = records;
    try {
      for (Put put : puts) {
        long[] all = put.reduction().await();
        if (Meeting.isAlike(all)) {
          most = Math.max(most, Meeting.value(all, RECORDS));
        }
      }
    } catch (IOException e) {
      // Who asks for a number is given what is known; the next collective call fails by this.
      return most;
    }
    return most;
  }
}
