package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.burstlog.array.ExtentList;
import org.burstlog.group.Collective;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.target.Striping;
import org.jspecify.annotations.Nullable;

/**
 * Writes what all processes bring to one collective write in few large requests, where MPI-IO does
 * not do it: the processes send their extents to the {@link Owners} of the stripes, who put them
 * together and write them.
 *
 * <p>The file is walked in windows, as in {@link ExchangeRounds}, but nothing is planned and
 * nothing overlaps: this is for one round, not for a log. An owner that fails to write still
 * receives, so nobody waits in vain, and all learn of it before the next window.
 */
public final class CombinedWrite {
  /** Bytes of the file that an owner writes in one window: as many as ROMIO writes at once. */
  private static final int WINDOW = 16 << 20;

  /** Bytes of messages that an owner receives in one window, and that a process sends. */
  private static final int CAPACITY = 2 * WINDOW;

  private static final int PAGE = 4096;

  private final ProcessGroup group;
  private final String what;
  private final DirectPut.Sink sink;
  private final Owners owners;
  private final Parcel[] parcels;
  private final Buffers messages = new Buffers();
  private final Buffers staged = new Buffers();

  /**
   * Prepares for writes to one file. Collective.
   *
   * @param group the processes that write together
   * @param what what is done, for errors, such as "writing /scratch/out.nc"
   * @param sink writes extents independently of what other processes do
   * @param striping how the file is spread over servers, as far as that is known
   * @throws IOException when the group cannot be used any more
   */
  public CombinedWrite(
      ProcessGroup group, String what, DirectPut.Sink sink, Optional<Striping> striping)
      throws IOException {
    this.group = group;
    this.what = what;
    this.sink = sink;
    Nodes nodes = group.nodes();
    this.owners =
        new Owners(
            striping.orElseGet(() -> new Striping(Choice.USUAL_STRIPE, nodes.count())),
            nodes.leaders());
    this.parcels = new Parcel[owners.count()];
    Arrays.setAll(parcels, i -> new Parcel());
  }

  /**
   * Writes one round. Collective.
   *
   * @param begin no process brings anything before this byte; the same in every process
   * @param extents what this process brings, ascending; it may be nothing
   * @param data the bytes of all extents one after the other
   * @throws IOException in every process, when any failed to write
   */
  public void write(long begin, ExtentList extents, ByteBuffer data) throws IOException {
    Outgoing mine = new Outgoing(extents, data, owners);
    IOException failure = null;
    long to = owners.windowEnd(begin, WINDOW);
    while (true) {
      Proposals all = propose(mine, to, failure);
      if (all.flag() != DrainState.GOOD) {
        Together.reach(group, what, failure);
      }
      if (all.isEnd()) {
        return;
      }
      if (all.allow(CAPACITY)) {
        failure = exchange(mine, to, all);
        to = owners.windowEnd(to, WINDOW);
      } else {
        long first = group.min(mine.first());
        to = first < to ? first + Math.max(1, (to - first) / 2) : owners.windowEnd(first, WINDOW);
      }
    }
  }

  /** Tells the others what this process would send to whom in a window, and learns of theirs. */
  private Proposals propose(Outgoing mine, long to, @Nullable IOException failure)
      throws IOException {
    mine.measure(to, parcels);
    long total = Arrays.stream(parcels).mapToLong(Parcel::size).sum();
    long flag = failure == null ? DrainState.GOOD : DrainState.FAILED;
    long reach = total > CAPACITY ? 0 : Long.MAX_VALUE;
    return Proposals.begin(group, owners, flag, mine.first(), reach, to, parcels).await();
  }

  /** One window; returns what went wrong here, because the others go on to the next meeting. */
  private @Nullable IOException exchange(Outgoing mine, long to, Proposals all) throws IOException {
    int[] received = Arrays.stream(all.sizes()).mapToInt(Math::toIntExact).toArray();
    int arriving = Arrays.stream(received).sum();
    int[] sent = Arrays.stream(parcels).mapToInt(parcel -> (int) parcel.size()).toArray();
    int leaving = Arrays.stream(sent).sum();
    ByteBuffer[] two = messages.two(Math.max(1, Math.max(leaving, arriving)));
    mine.take(to, parcels, two[0]);
    group
        .begin(new Collective.SendFew(two[0], owners.ranks(), sent, two[1], received, group.size()))
        .await();
    if (arriving == 0) {
      return null;
    }
    try {
      Batch batch = new Batch(owners, staged.one(arriving + PAGE));
      batch.assemble(two[1], received);
      batch.write(sink);
      return null;
    } catch (IOException e) {
      return e;
    }
  }
}
