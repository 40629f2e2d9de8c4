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
    if (begun != null) {
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
    Verdict verdict = puts.settle(own);
    return verdict == null || verdict.isOwn() ? null : verdict.error();
  }

  /**
   * Makes sure that all are about to leave the file.
   *
   * @param own how this process leaves it, {@link Call#CLOSE} or {@link Call#ABORT}
   * @return true when all leave it in this way
   * @throws NcException in every process, when some are about to do something else
   * @throws IOException when the group cannot be used any more
   */
  boolean meetToLeave(Call own) throws IOException {
    if (group.size() == 1) {
      return true;
    }
    long[] all = Meeting.of(own);
    group.max(all);
    if (!Meeting.isLeaving(all)) {
      throw puts.explain(own, null).error();
    }
    return Meeting.isAlike(all);
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
  public Nodes nodes() {
    return nodes;
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    settleFirst();
    meet();
    return group.duplicate();
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
