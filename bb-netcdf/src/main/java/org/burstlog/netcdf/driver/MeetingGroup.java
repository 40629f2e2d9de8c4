package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
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
 * turn out to do different things all of them throw, having done nothing, and can go on.
 */
public final class MeetingGroup implements ProcessGroup {
  /** Values for which there is room beside what is begun; as many travel whatever the call. */
  private static final int ROOM = 4;

  private final ProcessGroup group;
  private @Nullable Call begun;

  /**
   * Makes processes meet.
   *
   * @param group the file's own group; closed by this one
   */
  public MeetingGroup(ProcessGroup group) {
    this.group = group;
  }

  /**
   * Says what this process does from here on. Collective, but only the next collective tells.
   *
   * @param call what
   */
  public void begin(Call call) {
    begun = group.size() == 1 ? null : call;
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
    long[] extremes = extremes(own, new long[0]);
    if (-extremes[1] < Call.CLOSE.code) {
      throw parted(own);
    }
    return extremes[0] == -extremes[1];
  }

  private void meetWith(long[] values) throws IOException {
    Call own = begun;
    if (own == null) {
      throw new IllegalStateException("nothing was begun");
    }
    begun = null;
    long[] all = extremes(own, values);
    if (all[0] != -all[1]) {
      throw parted(own);
    }
    System.arraycopy(all, 2, values, 0, values.length);
  }

  /** The highest and the lowest, negative, of what was begun anywhere; then the values. */
  private long[] extremes(Call own, long[] values) throws IOException {
    // Always as many, because those who do something else are to take part in this.
    long[] all = new long[2 + ROOM];
    all[0] = own.code;
    all[1] = -own.code;
    System.arraycopy(values, 0, all, 2, values.length);
    group.max(all);
    return all;
  }

  private NcException parted(Call own) throws IOException {
    List<byte[]> all = group.gather(new byte[] {own.code});
    StringBuilder who = new StringBuilder();
    for (Call call : Call.values()) {
      List<Integer> ranks =
          IntStream.range(0, all.size())
              .filter(rank -> all.get(rank)[0] == call.code)
              .boxed()
              .toList();
      if (!ranks.isEmpty()) {
        who.append(who.isEmpty() ? "" : ", ").append(call).append(" in ranks ").append(ranks);
      }
    }
    return new NcException(
            NcError.NC_EMULTIDEFINE_FNC_ARGS, "the processes make different calls: " + who)
        .remedy("nothing was done; look for an exception that one of them has met before");
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
  public ProcessGroup node() throws IOException {
    meet();
    return group.node();
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
    if (begun != null && values.length <= ROOM) {
      meetWith(values);
    } else {
      meet();
      group.max(values);
    }
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
