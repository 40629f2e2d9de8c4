package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
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

  /** Part of an owner's memory left for what parcels hold beside data. */
  private static final int OVERHEAD = 16;

  /** Windows stop to grow by themselves here, if memory has not stopped them before. */
  private static final int MOST_DOUBLED = 16;

  /** Windows that can be on their way: put together, being written, just written. */
  private static final int WINDOWS = 3;

  private final Progress progress;
  private final ProcessGroup group;
  private final TargetFile target;
  private final Pending log;
  private final Owners owners;
  private final Buffers buffers;
  private final long capacity;
  private final int own;
  private final Parcel[] parcels;
  private final Deque<BitSet> recent = new ArrayDeque<>();

  private final Batch[] batches = new Batch[2];

  /** How many windows there were, and what is behind the last; the same in every process. */
  private long windows;

  private long last;

  private @Nullable HeldRounds held;
  private @Nullable BatchWriter writer;
  private ByteBuffer send = ByteBuffer.allocateDirect(0);
  private ByteBuffer receive = send;

  ExchangeRounds(
      Progress progress,
      TargetFile target,
      Pending log,
      Owners owners,
      Buffers buffers,
      int bufferSize,
      long bytes) {
    this.progress = progress;
    this.group = progress.group();
    this.target = target;
    this.log = log;
    this.owners = owners;
    this.buffers = buffers;
    this.capacity = capacity(bufferSize, group.size(), bytes);
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
    long enough = window > bufferSize ? window : window + window / (OVERHEAD - 1);
    long least = LEAST_OF_A_PROCESS * processes;
    return (Math.max(Math.min(bufferSize / 2, enough), least) + PAGE - 1) & -PAGE;
  }

  @Override
  public long write(Plan plan) throws IOException {
    progress.writesForOthers();
    progress.attempt(() -> open(plan));
    try {
      while (writeWindow()) {
        windows++;
      }
      progress.attempt(() -> requireWriter().finish());
      progress.agree();
      return windows;
    } finally {
      close();
    }
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

  private void close() {
    BatchWriter open = writer;
    if (open != null) {
      open.close();
      progress.add(Phase.WRITE, open.writeNanos());
      progress.add(Phase.WAIT, open.waitNanos());
    }
  }

  /** Takes part in one window; false when no process has anything left. */
  private boolean writeWindow() throws IOException {
    long[] mine = new long[2 + owners.count()];
    Arrays.fill(mine, 0, 2, Long.MAX_VALUE);
    progress.attempt(() -> requireWriter().check());
    progress.attempt(() -> look(mine));
    // Mostly the window that follows the last one is right, and one meeting is enough.
    long expected = windowEnd(last);
    System.arraycopy(measure(expected), 0, mine, 2, owners.count());
    Proposals all = new Proposals(progress.share(mine), owners.count());
    if (all.first() == Long.MAX_VALUE) {
      return false;
    }
    int[] received;
    if (all.allow(expected, capacity)) {
      last = expected;
      received = own < 0 ? new int[group.size()] : all.sizes(own);
    } else {
      last = agreeOnEnd(all.first(), all.reach());
      received = sizes();
    }
    long to = last;
    progress.attempt(() -> fill(to));
    // From here to the end of the exchange nothing is attempted: all take part, whatever failed.
    exchange(received);
    return true;
  }

  /**
   * The first window is a stripe of each owner and the next ones double, because nothing is written
   * yet while the first is exchanged.
   */
  private long windowEnd(long first) {
    long most = capacity - capacity / OVERHEAD;
    int doubled = (int) Math.min(windows, MOST_DOUBLED);
    return owners.windowEnd(first, Math.min(most, owners.stripes(1L << doubled)));
  }

  private void look(long[] mine) {
    long begin = System.nanoTime();
    HeldRounds rounds = requireHeld();
    mine[1] = rounds.reach(capacity);
    mine[0] = rounds.first();
    remember(rounds.arrays());
    progress.add(Phase.GATHER, System.nanoTime() - begin);
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
    progress.writing(numbers);
  }

  /** Finds the end of a window whose parcels fit into the memory of every owner. Collective. */
  private long agreeOnEnd(long first, long reach) throws IOException {
    long end = windowEnd(first);
    long to = reach < end ? whole(first, reach) : end;
    while (true) {
      long[] sizes = measure(to);
      long begin = System.nanoTime();
      group.sum(sizes);
      progress.add(Phase.AGREE, System.nanoTime() - begin);
      long most = 0;
      for (long size : sizes) {
        most = Math.max(most, size);
      }
      if (most <= capacity) {
        return to;
      }
      to = whole(first, first + (to - first) / 2);
    }
  }

  /** Cuts a window at a stripe, if that leaves anything of it. */
  private long whole(long first, long to) {
    long begin = owners.stripeBegin(to);
    return begin > first ? begin : to;
  }

  /** Counts what this process has for each owner before some byte. */
  private long[] measure(long to) {
    HeldRounds rounds = held;
    if (rounds != null) {
      rounds.measure(to, parcels);
    }
    long[] sizes = new long[parcels.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = parcels[i].size();
    }
    return sizes;
  }

  /** Tells the owners how much they will get, and learns how much comes here. Collective. */
  private int[] sizes() throws IOException {
    long[] sizes = new long[group.size()];
    for (int i = 0; i < owners.count(); i++) {
      sizes[owners.rank(i)] = parcels[i].size();
    }
    group.transpose(sizes);
    return Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray();
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
    } catch (Throwable e) {
      for (Parcel parcel : parcels) {
        parcel.fail(send);
      }
      throw e;
    } finally {
      send.clear();
      progress.add(Phase.GATHER, System.nanoTime() - begin);
    }
  }

  private void exchange(int[] received) throws IOException {
    final long begin = System.nanoTime();
    int[] sent = new int[group.size()];
    for (int i = 0; i < owners.count(); i++) {
      sent[owners.rank(i)] = (int) parcels[i].size();
    }
    group.exchange(send, sent, receive, received);
    progress.add(Phase.EXCHANGE, System.nanoTime() - begin);
    if (own >= 0) {
      progress.attempt(() -> assemble(received));
      progress.attempt(() -> requireWriter().submit());
    }
  }

  private void assemble(int[] received) throws IOException {
    Batch batch = requireWriter().free();
    long begin = System.nanoTime();
    batch.assemble(receive, received);
    progress.add(Phase.EXCHANGE, System.nanoTime() - begin);
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
