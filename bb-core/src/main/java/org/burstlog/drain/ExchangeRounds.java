package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.Supplier;
import org.burstlog.group.Collective;
import org.burstlog.group.ProcessGroup;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Walks the target in windows of whole stripes. In each, every process sends what it has to the
 * {@link Owners} of the stripes, who put it together and write it while the next window is gathered
 * and sent.
 *
 * <p>What is in memory: half of a buffer for what a process sends; in owners half of one for what
 * they receive, and two halves for what is being written and what is being put together. Windows
 * shrink until all of it fits, so two buffers are enough for each process, whatever the log holds.
 *
 * <p>A process that fails to read its log still sends what it had promised, marked as worthless,
 * and an owner that fails to write still receives: so nobody waits in vain, and all learn of it
 * when they agree on the next window.
 */
final class ExchangeRounds implements Rounds {
  /** Enough for one byte from each process, so that every window can shrink until it fits. */
  private static final long LEAST_OF_A_PROCESS = 64;

  /** A drain has about so many windows at least, if that leaves each a stripe of each owner. */
  private static final int WINDOWS_OF_A_DRAIN = 32;

  private static final long PAGE = 4096;

  /** Part of an owner's memory left for entries of parcels that are shorter than the mean. */
  private static final int MARGIN = 16;

  /** Windows stop to grow by themselves here, if memory has not stopped them before. */
  private static final int MOST_DOUBLED = 16;

  /** Windows that can be on their way: put together, being written, just written. */
  private static final int WINDOWS = 3;

  private final DrainState state;
  private final ProcessGroup group;
  private final TargetFile target;
  private final Pending log;
  private final Owners owners;
  private final Buffers buffers;
  private final long capacity;

  /** Mean bytes of an extent: each costs an entry of a parcel. */
  private final long mean;

  private final int own;
  private final Parcel[] parcels;
  private final Deque<BitSet> recent = new ArrayDeque<>();

  private final Batch[] batches = new Batch[2];

  /** How many windows there were, and what is behind the last; the same in every process. */
  private long windows;

  private long last;

  private @Nullable HeldRounds held;
  private @Nullable BatchWriter writer;
  private ByteBuffer send = Buffers.NONE;
  private ByteBuffer receive = Buffers.NONE;

  ExchangeRounds(
      DrainState state,
      TargetFile target,
      Pending log,
      Owners owners,
      Buffers buffers,
      int bufferSize,
      SharedFacts facts) {
    this.state = state;
    this.group = state.group();
    this.target = target;
    this.log = log;
    this.owners = owners;
    this.buffers = buffers;
    this.mean = Math.max(1, facts.mean());
    this.capacity = capacity(bufferSize, group.size(), facts.bytes());
    this.own = owners.indexOf(group.rank());
    this.parcels = new Parcel[owners.count()];
    for (int i = 0; i < parcels.length; i++) {
      parcels[i] = new Parcel();
    }
  }

  /**
   * Half of a buffer, or less where a drain is small: memory that is touched for the first time
   * costs about as much as the bytes that go through it.
   */
  private long capacity(int bufferSize, int processes, long bytes) {
    long window = owners.windowEnd(0, bytes / owners.count() / WINDOWS_OF_A_DRAIN) / owners.count();
    long enough = window > bufferSize ? window : memory(window);
    long least = LEAST_OF_A_PROCESS * processes;
    return (Math.max(Math.min(bufferSize / 2, enough), least) + PAGE - 1) & -PAGE;
  }

  /** Memory for data in parcels. */
  private long memory(long data) {
    long entries = (data / mean + 1) * Parcel.ENTRY;
    return (data + entries) / (MARGIN - 1) * MARGIN + MARGIN;
  }

  /** Data for which memory suffices, entries included. */
  private long data(long memory) {
    long parts = memory - memory / MARGIN;
    return (long) (parts * ((double) mean / (mean + Parcel.ENTRY)));
  }

  @Override
  public <T> Next<T> write(Plan plan, Supplier<Next<T>> behind) {
    state.writesForOthers();
    return Next.work(
        () -> {
          state.attempt(() -> open(plan));
          return propose(behind);
        });
  }

  @Override
  public long count() {
    return windows;
  }

  private void open(Plan plan) {
    if (own >= 0) {
      ByteBuffer[] two = buffers.two(2 * capacity);
      ByteBuffer[] halves = Buffers.halves(two[0]);
      send = halves[0];
      receive = halves[1];
      ByteBuffer[] staged = Buffers.halves(two[1]);
      for (int i = 0; i < batches.length; i++) {
        batches[i] = new Batch(owners, staged[i]);
      }
    } else {
      send = buffers.one(capacity);
    }
    held = new HeldRounds(plan.rounds(), log.view(), owners);
    writer = new BatchWriter(target, batches, group.concurrent());
  }

  @Override
  public void close() {
    BatchWriter open = writer;
    if (open != null) {
      open.close();
      state.add(Phase.WRITE, open.writeNanos());
      state.add(Phase.WAIT, open.waitNanos());
    }
  }

  /** Begins a window. */
  private <T> Next<T> propose(Supplier<Next<T>> behind) {
    long[] mine = {Long.MAX_VALUE, Long.MAX_VALUE};
    state.attempt(() -> requireWriter().check());
    state.attempt(() -> look(mine));
    // Mostly the window that follows the last one is right, and one wait is enough.
    long expected = windowEnd(last);
    measure(expected);
    return state.met(
        () -> Proposals.begin(group, owners, state.flag(), mine[0], mine[1], expected, parcels),
        all -> decide(all, mine, expected, behind));
  }

  private <T> Next<T> decide(Proposals all, long[] mine, long expected, Supplier<Next<T>> behind) {
    if (all.flag() != DrainState.GOOD) {
      return state.together(all.flag());
    }
    if (all.isEnd()) {
      return Next.work(
          () -> {
            state.attempt(() -> requireWriter().finish());
            return behind.get();
          });
    }
    if (all.allow(capacity)) {
      return Next.work(() -> send(expected, all.sizes(), behind));
    }
    return state.met(
        () -> group.begin(Collective.min(mine)),
        least -> {
          long first = least[0];
          long end = windowEnd(first);
          return narrow(first, least[1] < end ? whole(first, least[1]) : end, behind);
        });
  }

  /** Finds the end of a window whose parcels fit into the memory of every owner. */
  private <T> Next<T> narrow(long first, long to, Supplier<Next<T>> behind) {
    return Next.work(
        () -> {
          measure(to);
          long[] sizes = Arrays.stream(parcels).mapToLong(Parcel::size).toArray();
          return state.met(
              () -> group.begin(Collective.sum(sizes)),
              totals ->
                  Proposals.fits(totals, capacity)
                      ? tellSizes(to, behind)
                      : narrow(first, whole(first, first + (to - first) / 2), behind));
        });
  }

  private <T> Next<T> tellSizes(long to, Supplier<Next<T>> behind) {
    return state.met(
        () -> Proposals.sizes(group, owners, parcels),
        sizes -> Next.work(() -> send(to, sizes, behind)));
  }

  private <T> Next<T> send(long to, long[] sizes, Supplier<Next<T>> behind) {
    last = to;
    int[] sent = Arrays.stream(parcels).mapToInt(parcel -> (int) parcel.size()).toArray();
    // What others own need not be known here, as there may be very many processes.
    int[] received =
        own < 0 ? new int[0] : Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray();
    state.attempt(() -> fill(to));
    // From here to the end of the exchange nothing is attempted: all take part, whatever failed.
    long[] begin = new long[1];
    return Next.meet(
        () -> {
          begin[0] = System.nanoTime();
          return group.begin(
              new Collective.SendFew(send, owners.ranks(), sent, receive, received, group.size()));
        },
        all -> {
          state.add(Phase.EXCHANGE, System.nanoTime() - begin[0]);
          return Next.work(() -> keep(received, behind));
        });
  }

  private <T> Next<T> keep(int[] received, Supplier<Next<T>> behind) {
    if (own >= 0) {
      state.attempt(() -> assemble(received));
      state.attempt(() -> requireWriter().submit());
    }
    windows++;
    return Next.work(() -> propose(behind));
  }

  /**
   * The first window is a stripe of each owner and the next ones double, because nothing is written
   * yet while the first is exchanged.
   */
  private long windowEnd(long first) {
    long most = data(capacity);
    int doubled = (int) Math.min(windows, MOST_DOUBLED);
    return owners.windowEnd(first, Math.min(most, owners.stripes(1L << doubled)));
  }

  private void look(long[] mine) {
    long begin = System.nanoTime();
    HeldRounds rounds = requireHeld();
    mine[1] = rounds.reach(capacity);
    mine[0] = rounds.first();
    remember(rounds.arrays());
    state.add(Phase.GATHER, System.nanoTime() - begin);
  }

  /** An error of a write is found some windows later. */
  private void remember(BitSet arrays) {
    recent.add(arrays);
    if (recent.size() > WINDOWS) {
      recent.remove();
    }
    BitSet all = new BitSet();
    for (BitSet each : recent) {
      all.or(each);
    }
    int[] numbers = new int[all.cardinality()];
    int count = 0;
    for (int i = all.nextSetBit(0); i >= 0; i = all.nextSetBit(i + 1)) {
      numbers[count++] = i;
    }
    state.writing(numbers);
  }

  /** Cuts a window at a stripe, if that leaves anything of it. */
  private long whole(long first, long to) {
    long begin = owners.stripeBegin(to);
    return begin > first ? begin : to;
  }

  /** Counts what this process has for each owner before some byte. */
  private void measure(long to) {
    HeldRounds rounds = held;
    if (rounds != null) {
      rounds.measure(to, parcels);
    }
  }

  private void fill(long to) throws IOException {
    long begin = System.nanoTime();
    int at = 0;
    for (Parcel parcel : parcels) {
      parcel.begin(send, at);
      at += (int) parcel.size();
    }
    try {
      requireHeld().take(to, parcels, send);
      state.moved(Arrays.stream(parcels).mapToLong(Parcel::bytes).sum());
    } catch (Throwable e) {
      for (Parcel parcel : parcels) {
        parcel.fail(send);
      }
      throw e;
    } finally {
      send.clear();
      state.add(Phase.GATHER, System.nanoTime() - begin);
    }
  }

  private void assemble(int[] received) throws IOException {
    Batch batch = requireWriter().free();
    long begin = System.nanoTime();
    batch.assemble(receive, received);
    state.add(Phase.EXCHANGE, System.nanoTime() - begin);
  }

  private HeldRounds requireHeld() {
    HeldRounds rounds = held;
    if (rounds == null) {
      throw new IllegalStateException("not opened");
    }
    return rounds;
  }

  private BatchWriter requireWriter() {
    BatchWriter open = writer;
    if (open == null) {
      throw new IllegalStateException("not opened");
    }
    return open;
  }
}
