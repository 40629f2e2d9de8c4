package org.burstlog.netcdf.driver;

import java.io.IOException;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.Collective.Operation;
import org.burstlog.group.Collective.Reduce;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * The group of an open file, in which all processes make sure that they are about to do the same
 * before they do it. One that has thrown between two collective calls goes on to close the file
 * while the others put; without this, they would wait for each other in different places.
 *
 * <p>What is begun travels with the first reduction of a call, which so costs two numbers more and
 * no message; only a call that does not start with one makes a reduction for it. When the processes
 * turn out to do different things all of them throw, having done nothing, and can go on. Collective
 * puts do not wait for the others to find out, see {@link PutsUnderWay}; they are told by a later
 * call.
 */
public final class MeetingGroup implements ProcessGroup {
  private final ProcessGroup group;
  private final Nodes nodes;
  private final PutsUnderWay puts;
  private @Nullable Call begun;

  /** The first reduction of a call, until it is known that all make that call. */
  private @Nullable FirstReduction first;

  private @Nullable NcException parted;
  private boolean isLeftAlike = true;

  /**
   * Makes processes meet.
   *
   * @param group the file's own group; closed by this one
   * @throws IOException when the group cannot be used any more
   */
  public MeetingGroup(ProcessGroup group) throws IOException {
    this.group = group;
    nodes = group.nodes();
    puts = new PutsUnderWay(group);
  }

  /** Returns the collective puts of which not all is known yet. */
  PutsUnderWay puts() {
    return puts;
  }

  /**
   * Says what this process does from here on. Collective, but only the next collective tells. Looks
   * at the collective puts before it: at all of them, or, before another, at all but the last.
   *
   * @param call what
   * @throws NcException in every process, when such a put has failed in any, or when they have come
   *     to different calls; this one is not to be made then
   * @throws IOException when the group cannot be used any more
   */
  public void begin(Call call) throws IOException {
    end();
    require(call == Call.PUT ? puts.settleSome() : puts.settle(call));
    begun = group.size() == 1 ? null : call;
  }

  /**
   * Waits until all processes have come to the put that was begun. Collective.
   *
   * @param values what this process brings; becomes the largest of what any brings
   * @throws NcException in every process, when some do something else
   * @throws IOException when the group cannot be used any more
   */
  void meetToPut(long[] values) throws IOException {
    begun = null;
    if (group.size() > 1) {
      require(puts.meet(values));
    }
  }

  /**
   * Tells the others how a collective put went here. Collective, but waits for nobody.
   *
   * @param what what was attempted, for messages
   * @param failure what went wrong, or null
   * @param filling whether there is room for few more
   * @param records how many records this process knows of
   * @throws IOException this process's own failure, as netCDF's
   */
  void tell(String what, @Nullable Throwable failure, boolean filling, long records)
      throws IOException {
    NcException own = failure == null ? null : NcTelling.asNetcdf(failure, what, NcError.NC_EWRITE);
    if (group.size() > 1) {
      puts.tell(own, filling, records);
    }
    if (own != null) {
      throw own;
    }
  }

  private static void require(@Nullable Verdict verdict) throws NcException {
    if (verdict != null) {
      throw verdict.error();
    }
  }

  /** Says that the call has ended, be it that nothing was done together in it. */
  public void end() {
    begun = null;
  }

  /**
   * Makes sure that all do what was begun, unless that has been made sure already. Collective.
   *
   * @throws NcException in every process, when they are about to do different things
   * @throws IOException when the group cannot be used any more
   */
  public void meet() throws IOException {
    if (begun == Call.CLOSE) {
      begun = null;
      long[] none = meetToLeave(Call.CLOSE);
      assert none.length == 0;
    } else if (begun != null) {
      meetWith(new long[0]).await();
    }
  }

  /**
   * Looks at all collective puts before the file is left. Collective.
   *
   * @param own how this process leaves it
   * @return what has gone wrong in them that this process has not been told yet, or null
   * @throws IOException when the group cannot be used any more
   */
  @Nullable NcException settleToLeave(Call own) throws IOException {
    NcException apart = null;
    try {
      // Begun in a call for several files that was given up because of another of them.
      settleFirst();
    } catch (NcException e) {
      apart = e;
    }
    Verdict verdict = puts.settle(own);
    return verdict == null || verdict.isOwn() ? apart : verdict.error();
  }

  /**
   * Makes sure that all are about to leave the file. A process that does something else is told,
   * and waited for.
   *
   * @param own how this process leaves it, {@link Call#CLOSE} or {@link Call#ABORT}
   * @param values what is shared in the same reduction, at most {@link Meeting#ROOM}
   * @return the largest of each value that any process brings that leaves it in the same way
   * @throws IOException when the group cannot be used any more
   */
  private long[] meetToLeave(Call own, long... values) throws IOException {
    long[] all = Meeting.of(own, values);
    group.max(all);
    while (!Meeting.isLeaving(all)) {
      NcException apart = puts.explain(own, null).error();
      parted = parted == null ? apart : parted;
      all = Meeting.of(own, values);
      group.max(all);
    }
    long[] shared = values.clone();
    if (Meeting.isAlike(all)) {
      Meeting.into(shared, all);
    } else {
      isLeftAlike = false;
      if (own == Call.CLOSE && values.length > 0) {
        // Those that were about to give the file up close it, too, and come to this once more.
        group.max(shared);
      }
    }
    return shared;
  }

  /**
   * Says that this process gives the file up, and learns whether all do. Collective.
   *
   * @return true when all give it up
   * @throws IOException when the group cannot be used any more
   */
  boolean meetToAbort() throws IOException {
    begun = null;
    if (group.size() > 1) {
      long[] none = meetToLeave(Call.ABORT);
      assert none.length == 0;
    }
    return isLeftAlike;
  }

  /** Says that this process closes the file. Collective, but only the next collective tells. */
  void beginToClose() {
    begun = group.size() == 1 ? null : Call.CLOSE;
  }

  /** Returns what the first process was told that did something else; null when none did. */
  @Nullable NcException parted() {
    return parted;
  }

  /** Tells whether all have left the file in the same way. */
  boolean isLeftAlike() {
    return isLeftAlike;
  }

  private FirstReduction meetWith(long[] values) throws IOException {
    Call own = begun;
    if (own == null) {
      throw new IllegalStateException("nothing was begun");
    }
    begun = null;
    require(puts.settle(own));
    return new FirstReduction(own, values);
  }

  /** A reduction that was waited for, as the last call of a file has nothing else to do. */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  private record Ended(long[] await) implements Begun<long[]> {
    @Override
    public boolean isDone() {
      return true;
    }
  }

  /** The first reduction of a call, in which all tell that they make it. */
  private final class FirstReduction implements Begun<long[]> {
    private final Call own;
    private final int count;
    private final Begun<long[]> reduction;
    private long @Nullable [] result;
    private @Nullable NcException parted;

    FirstReduction(Call own, long[] values) throws IOException {
      this.own = own;
      this.count = values.length;
      this.reduction = group.begin(Collective.max(Meeting.of(own, values)));
    }

    @Override
    public boolean isDone() throws IOException {
      return reduction.isDone();
    }

    /** When processes have come to different calls, all tell each other before it throws. */
    @Override
    public long[] await() throws IOException {
      long[] known = result;
      // Whoever has waited for it knows how it ended, so the next call need not look.
      first = first == this ? null : first;
      if (known == null) {
        long[] all = reduction.await();
        if (parted == null && !Meeting.isAlike(all)) {
          parted = puts.explain(own, null).error();
        }
        if (parted != null) {
          throw parted;
        }
        known = new long[count];
        Meeting.into(known, all);
        result = known;
      }
      return known;
    }
  }

  @Override
  public int rank() {
    return group.rank();
  }

  @Override
  public int size() {
    return group.size();
  }

  @Override
  public boolean concurrent() {
    return group.concurrent();
  }

  @Override
  public long identity() {
    return group.identity();
  }

  @Override
  public Object members() {
    return group.members();
  }

  @Override
  public Nodes nodes() {
    return nodes;
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    settleFirst();
    meet();
    return group.duplicate();
  }

  @Override
  public Stay stay() {
    return group.stay();
  }

  /**
   * Waits only until it is known that all make the call that was begun: the first collective of a
   * call takes that along if it is a small reduction to the largest, and the next one waits for it.
   */
  @Override
  @SuppressWarnings("unchecked") // A reduction gives long[], so that is what T is.
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    settleFirst();
    if (begun != null
        && what instanceof Reduce reduce
        && reduce.operation() == Operation.MAX
        && reduce.values().length <= Meeting.ROOM) {
      if (begun == Call.CLOSE) {
        begun = null;
        return (Begun<T>) new Ended(meetToLeave(Call.CLOSE, reduce.values()));
      }
      FirstReduction reduction = meetWith(reduce.values());
      first = reduction;
      return (Begun<T>) reduction;
    }
    meet();
    return group.begin(what);
  }

  private void settleFirst() throws IOException {
    FirstReduction reduction = first;
    if (reduction != null) {
      first = null;
      reduction.await();
    }
  }

  @Override
  public void close() throws IOException {
    group.close();
  }
}
