package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Reduction;
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
    NcException own =
        failure == null ? null : NcAgreement.asNetcdf(failure, what, NcError.NC_EWRITE);
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
      meetWith(new long[0]);
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

  private void meetWith(long[] values) throws IOException {
    Call own = begun;
    if (own == null) {
      throw new IllegalStateException("nothing was begun");
    }
    begun = null;
    require(puts.settle(own));
    long[] all = Meeting.of(own, values);
    group.max(all);
    if (!Meeting.isAlike(all)) {
      throw puts.explain(own, null).error();
    }
    Meeting.into(values, all);
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
    meet();
    return group.duplicate();
  }

  @Override
  public void barrier() throws IOException {
    meet();
    group.barrier();
  }

  @Override
  public void max(long[] values) throws IOException {
    if (begun != null && values.length <= Meeting.ROOM) {
      meetWith(values);
    } else {
      meet();
      group.max(values);
    }
  }

  @Override
  public Reduction beginMax(long[] values) throws IOException {
    meet();
    return group.beginMax(values);
  }

  @Override
  public void min(long[] values) throws IOException {
    meet();
    group.min(values);
  }

  @Override
  public void sum(long[] values) throws IOException {
    meet();
    group.sum(values);
  }

  @Override
  public byte[] broadcast(byte[] message, int root) throws IOException {
    meet();
    return group.broadcast(message, root);
  }

  @Override
  public List<byte[]> gather(byte[] message) throws IOException {
    meet();
    return group.gather(message);
  }

  @Override
  public void transpose(long[] values) throws IOException {
    meet();
    group.transpose(values);
  }

  @Override
  public void exchange(ByteBuffer send, int[] sent, ByteBuffer receive, int[] received)
      throws IOException {
    meet();
    group.exchange(send, sent, receive, received);
  }

  @Override
  public void close() throws IOException {
    group.close();
  }
}
