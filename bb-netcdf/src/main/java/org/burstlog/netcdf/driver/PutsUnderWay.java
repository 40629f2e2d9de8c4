package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * Collective puts that this process has made without knowing yet how the others fare.
 *
 * <p>Of several puts one reduction tells the others how they went here, and nobody waits for it. It
 * is looked at when many more puts have been made, or by the next collective call that is no put;
 * so in all processes the same call looks at the same puts, and when one of them has failed
 * anywhere, all throw and none makes the call. In files with records each put has a reduction of
 * its own, because who asks how many records there are waits for it.
 *
 * <p>Processes that put are up to {@link #MOST} reductions apart. Before they tell each other what
 * has failed, or who is not putting at all, each catches up by beginning as many as any can have
 * begun.
 *
 * <p>Several threads may ask for the number of records while another makes collective calls.
 */
final class PutsUnderWay {
  /**
   * The most reductions that wait to be looked at. On four processes that share two cores, one made
   * puts slower by half of what waiting did, and from four on nothing was left of it.
   */
  private static final int MOST = 8;

  /**
   * How many puts are told together. On four processes that share two cores, a reduction costs each
   * what four puts of 64 KiB cost.
   */
  private static final int TOGETHER = 32;

  /** Instead of a number of puts: all wait for each other in one. */
  private static final int MEETING = -1 >>> 1;

  private static final int FAILED = 0;
  private static final int FILLING = 1;
  private static final int RECORDS = 2;

  /**
   * What was begun to tell.
   *
   * @param puts how many puts it is of
   * @param failure of the first of them that has failed here, or null
   */
  private record Told(Begun<long[]> reduction, int puts, @Nullable NcException failure) {}

  private final ProcessGroup group;
  private final Deque<Told> told = new ArrayDeque<>(MOST);
  private int toldPuts;
  private long records;
  private boolean isFilling;
  private boolean eachAtOnce = true;

  /** The puts since something was explained, to tell who has made fewer than others. */
  private long made;

  /** Puts that nothing was begun for. */
  private int untold;

  private @Nullable NcException untoldFailure;
  private boolean untoldFilling;
  private long untoldRecords;

  /**
   * None yet.
   *
   * @param group all processes, with nothing in between
   */
  PutsUnderWay(ProcessGroup group) {
    this.group = group;
  }

  /** Says whether the file can have records. Nothing is under way. */
  synchronized void countRecords(boolean any) {
    eachAtOnce = any;
  }

  /** Puts that a process may make before it hears of one that another has made. */
  synchronized int ahead() {
    return eachAtOnce ? MOST : 2 * TOGETHER;
  }

  /**
   * Tells the others of a put that was made, or was not. Collective, but waits for nobody.
   *
   * @param failure why it was not made, or null
   * @param filling whether there is room for few more, and all should wait for each other
   * @param count how many records this process knows of
   */
  synchronized void tell(@Nullable NcException failure, boolean filling, long count)
      throws IOException {
    made++;
    untold++;
    if (untoldFailure == null) {
      untoldFailure = failure;
    }
    untoldFilling |= filling;
    untoldRecords = Math.max(untoldRecords, count);
    if (eachAtOnce || untold == TOGETHER) {
      begin();
    }
  }

  private void begin() throws IOException {
    long[] values = {untoldFailure == null ? 0 : 1, untoldFilling ? 1 : 0, untoldRecords};
    Begun<long[]> begun = group.begin(Collective.max(Meeting.of(Call.PUT, untold, values)));
    told.add(new Told(begun, untold, untoldFailure));
    toldPuts += untold;
    untold = 0;
    untoldFailure = null;
    untoldFilling = false;
  }

  /**
   * Waits until all processes have come to the same put. Collective. What was told of puts before
   * it is not looked at, unless some process does something else: a put that failed is told by the
   * same later call, whether processes wait for each other or not.
   *
   * @param values what this process brings; becomes the largest of what any brings
   * @return what must be told when not all have come; null when all is well
   */
  @Nullable Verdict meet(long[] values) throws IOException {
    Begun<long[]> begun = group.begin(Collective.max(Meeting.of(Call.PUT, MEETING, values)));
    long[] all = begun.await();
    if (Meeting.isAlike(all)) {
      Meeting.into(values, all);
      return null;
    }
    told.add(new Told(begun, 0, null));
    Verdict verdict = null;
    while (verdict == null) {
      verdict = look(Call.PUT);
    }
    return verdict;
  }

  /**
   * Looks at what is due before another put. Collective.
   *
   * @return what must be told of the first put that failed in any process; null when all is well
   */
  synchronized @Nullable Verdict settleSome() throws IOException {
    Verdict verdict = null;
    while (verdict == null && (told.size() == MOST || toldPuts > TOGETHER)) {
      verdict = look(Call.PUT);
    }
    return verdict;
  }

  /**
   * Looks at all puts, as {@link #settleSome()} does at some. Collective.
   *
   * @param next what this process is about to do
   */
  synchronized @Nullable Verdict settle(Call next) throws IOException {
    if (untold > 0) {
      begin();
    }
    Verdict verdict = null;
    while (verdict == null && !told.isEmpty()) {
      verdict = look(next);
    }
    return verdict;
  }

  private @Nullable Verdict look(Call next) throws IOException {
    Told first = told.element();
    long[] all = first.reduction().await();
    told.remove();
    toldPuts -= first.puts();
    if (!Meeting.isAlike(all)) {
      return explain(next, first.failure());
    }
    if (Meeting.value(all, FAILED) != 0) {
      return explain(Call.PUT, first.failure());
    }
    isFilling |= Meeting.value(all, FILLING) != 0;
    records = Math.max(records, Meeting.value(all, RECORDS));
    return null;
  }

  /**
   * Tells each other what happened in a reduction that has just been looked at. Collective, when
   * all have looked at it, whatever they were doing.
   *
   * @param own what this process was doing
   * @param failure what went wrong with it here, or null
   */
  synchronized Verdict explain(Call own, @Nullable NcException failure) throws IOException {
    NcException first = failure == null ? untoldFailure : failure;
    while (told.size() < MOST - 1) {
      begin();
    }
    for (Told each : told) {
      each.reduction().await();
    }
    told.clear();
    toldPuts = 0;
    long puts = made;
    made = 0;
    return Verdict.reach(group, own, first, puts);
  }

  /** Whether some process has room for few puts only, as far as all know. */
  synchronized boolean isFilling() {
    return isFilling;
  }

  /** Says what all know now of the room that there is. */
  synchronized void filling(boolean now) {
    isFilling = now;
  }

  /** How many records all know of. */
  synchronized long settledRecords() {
    return records;
  }

  /** How many records there are with all collective puts; waits for those who have not put yet. */
  synchronized long records() {
    long most = records;
    try {
      for (Told each : told) {
        long[] all = each.reduction().await();
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
