package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.group.GroupException;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.jspecify.annotations.Nullable;

/**
 * The driver that makes records of puts and moves them to the target later; what concerns the
 * header goes to the driver below.
 *
 * <p>Drains, always with all processes: before definitions change, at flush, sync and close, when
 * puts are completed together, before something is filled that records are pending for, and at a
 * collective put when the log of any process is about to be full. A put that finds it full all the
 * same moves what is pending in its own process alone, see {@link BurstBuffer}. Nothing else
 * drains.
 *
 * <p>A collective put goes to the log and nowhere else, and waits for nobody; how it went travels
 * to the others meanwhile, see {@link PutsUnderWay}. Only where a log has room for few more puts
 * the processes wait for each other at each, so that all drain before any is full.
 */
public final class BufferedDriver implements Driver {
  /** Whether a process cannot put, and why is known there. */
  private static final int WRONG = 0;

  /** Whether a log is about to be full. */
  private static final int FULL = 1;

  /** How many records there are with the puts. */
  private static final int RECORDS = 2;

  /** Whether a log has room for few more puts. */
  private static final int FILLING = 3;

  /** Why the program calls when it says by that that it has put its records whole. */
  private static final Set<DrainReason> COMPLETES =
      EnumSet.of(
          DrainReason.FLUSH,
          DrainReason.WAIT,
          DrainReason.SYNC,
          DrainReason.REDEFINE,
          DrainReason.CLOSE);

  private final Driver next;
  private final MeetingGroup group;
  private final BurstBuffer buffer;
  private final String path;

  /** What a put is called in messages. */
  private final String writing;

  private final boolean drainsToRead;
  private final boolean drainsToWait;
  private final RecordCount count;
  private final Reach reach = new Reach();
  private volatile List<BufferedArray> arrays = List.of();

  private @Nullable Layout layout;

  /** What the last call has handed over. */
  private long[] handedOver = {};

  private boolean closed;

  /**
   * A driver over another.
   *
   * @param next the one below, which it closes
   * @param context the group and the target
   * @param buffer the burst buffer of that target, switched on; closed by this driver
   * @param layout where the variables of an existing file lie, null for a new one
   * @throws IOException when the burst buffer cannot be used
   */
  public BufferedDriver(
      Driver next, DriverContext context, BurstBuffer buffer, @Nullable Layout layout)
      throws IOException {
    this.next = next;
    this.group = context.group();
    this.buffer = buffer;
    path = context.target().path().toString();
    writing = "writing " + path;
    drainsToRead = buffer.settings().get(Settings.READ) == Settings.Read.DRAIN;
    drainsToWait = buffer.settings().get(Settings.WAIT) == Settings.Wait.DRAIN;
    group.puts().filling(buffer.settings().get(Settings.CAPACITY) > 0);
    count = new RecordCount(buffer, group, next.records());
    if (layout != null) {
      use(layout);
      tellReaders();
    }
  }

  /**
   * Returns the burst buffer.
   *
   * @return what holds the records
   */
  public BurstBuffer buffer() {
    return buffer;
  }

  /** Tells those that read the file meanwhile how many records are complete: all that are known. */
  private void tellReaders() {
    if (group.rank() == 0) {
      buffer.mark(count.known());
    }
  }

  /** As above, where all processes have come to a call that completes records. */
  private void tellReaders(DrainReason reason) {
    if (COMPLETES.contains(reason)) {
      tellReaders();
    }
  }

  private void use(Layout nextLayout) throws IOException {
    int variables = nextLayout.header().variables().size();
    List<BufferedArray> all = new ArrayList<>(variables);
    for (int i = 0; i < variables; i++) {
      Array array = nextLayout.array(i);
      boolean same = i < arrays.size() && arrays.get(i).array().equals(array);
      all.add(same ? arrays.get(i) : buffer.define(array));
    }
    reach.variables(variables);
    arrays = List.copyOf(all);
    count.use(nextLayout.header().version());
    layout = nextLayout;
  }

  @Override
  public long records() {
    return Math.max(count.known(), group.puts().records());
  }

  @Override
  public void beginDefine() throws IOException {
    drain(DrainReason.REDEFINE);
    next.beginDefine();
  }

  @Override
  public void endDefine(Relayout relayout) throws IOException {
    buffer.spoil();
    next.endDefine(relayout);
    use(relayout.layout());
  }

  @Override
  public void rewriteHeader(Layout changed) throws IOException {
    shareRecords();
    buffer.settleDrains();
    next.rewriteHeader(changed);
    use(changed);
  }

  @Override
  public void put(int variable, Region region, Object source, long offset, long length)
      throws IOException {
    BufferedArray array = arrays.get(variable);
    array.putChecked(region, source, offset, length);
    if (length > 0) {
      reach.note(variable, array.array(), region);
      count.atLeast(Reach.records(array.array(), region));
    }
  }

  @Override
  public void putTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    Throwable wrong = failure == null ? refusal() : failure;
    List<Transfer> own = wrong == null ? transfers : List.of();
    boolean waits = group.size() == 1 || group.puts().isFilling();
    long records = group.puts().settledRecords();
    if (waits) {
      long[] all = need(own, wrong);
      try {
        group.meetToPut(all);
        makeRoom(all);
      } catch (IOException e) {
        throw NcTelling.along(e, wrong);
      }
      records = all[RECORDS];
    }
    boolean filling = false;
    try {
      count.atLeast(records);
      filling = !waits && isFilling(bytes(own));
      putEach(own);
    } catch (GroupException e) {
      throw e;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      wrong = wrong == null ? e : wrong;
    }
    group.tell(writing, wrong, filling, count.known());
  }

  private void putEach(List<Transfer> transfers) throws IOException {
    for (Transfer put : transfers) {
      put(put.variable(), put.region(), put.memory(), put.offset(), put.length());
    }
  }

  /** Why this process takes no puts, null when it does. */
  private @Nullable IOException refusal() {
    try {
      buffer.checkTaking();
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static long bytes(List<Transfer> puts) {
    long bytes = 0;
    for (Transfer put : puts) {
      bytes += put.length();
    }
    return bytes;
  }

  /** Tells whether the log could be full before all have come to wait for each other. */
  private boolean isFilling(long bytes) {
    // And one to spare.
    int ahead = group.puts().ahead() + 2;
    return !buffer.hasRoom(Math.min(bytes, Long.MAX_VALUE / ahead) * ahead);
  }

  /** What is shared before puts, by place: {@link #WRONG} and those after it. */
  private long[] need(List<Transfer> puts, @Nullable Throwable wrong) {
    long records = Math.max(count.known(), group.puts().settledRecords());
    for (Transfer put : puts) {
      records = Math.max(records, Reach.records(arrays.get(put.variable()).array(), put.region()));
    }
    long bytes = bytes(puts);
    boolean filling = isFilling(bytes);
    boolean near = wrong == null && buffer.isLimitNear(bytes);
    return new long[] {wrong == null ? 0 : 1, near ? 1 : 0, records, filling ? 1 : 0};
  }

  /** Has all drain when the log of any is about to be full. */
  private void makeRoom(long[] all) throws IOException {
    group.puts().filling(all[FILLING] != 0);
    if (all[FULL] != 0) {
      handOver(DrainReason.FULL);
    }
  }

  private void put(Transfer put) throws IOException {
    put(put.variable(), put.region(), put.memory(), put.offset(), put.length());
  }

  @Override
  public void get(int variable, Region region, Object into, long offset, long length)
      throws IOException {
    BufferedArray array = arrays.get(variable);
    long moves;
    do {
      moves = buffer.moves();
      long pending = array.readPending(region, into, offset);
      if (pending == length) {
        return;
      }
      // What other processes have handed over is not there for all to see yet.
      array.awaitVisible(region);
      next.get(variable, region, into, offset, length);
      if (pending > 0) {
        array.readPending(region, into, offset);
      }
      // What another thread has moved meanwhile is neither in the log nor in what was read.
    } while (buffer.moves() != moves);
  }

  private void get(Transfer get) throws IOException {
    get(get.variable(), get.region(), get.memory(), get.offset(), get.length());
  }

  @Override
  public void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    if (drainsToRead) {
      drain(DrainReason.READ);
      next.getTogether(transfers, failure);
      return;
    }
    if (next.readsApart()) {
      getApart(transfers, failure);
      return;
    }
    Throwable wrong =
        Together.attempt(
            failure,
            () -> {
              for (Transfer get : transfers) {
                get(get);
              }
            });
    Together.reach(group, new NcTelling("reading " + path, NcError.NC_EREAD), wrong);
  }

  /** Gets what is not pending here together with the others, and lays what is pending over it. */
  private void getApart(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    long moves = buffer.moves();
    List<Transfer> below = new ArrayList<>();
    Throwable wrong =
        Together.attempt(
            failure,
            () -> {
              for (Transfer get : transfers) {
                if (readPending(get) < get.length()) {
                  arrays.get(get.variable()).awaitVisible(get.region());
                  below.add(get);
                }
              }
            });
    NcTelling telling = new NcTelling("reading " + path, NcError.NC_EREAD);
    Together.reach(group, telling, wrong);
    next.getTogether(below, null);
    Together.reach(group, telling, Together.attempt(() -> overlay(transfers, below, moves)));
  }

  private void overlay(List<Transfer> all, List<Transfer> below, long moves) throws IOException {
    for (Transfer get : below) {
      readPending(get);
    }
    if (buffer.moves() != moves) {
      // Another thread has moved something meanwhile, which is not retained.
      for (Transfer get : all) {
        get(get);
      }
    }
  }

  private long readPending(Transfer get) throws IOException {
    return arrays.get(get.variable()).readPending(get.region(), get.memory(), get.offset());
  }

  @Override
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    Transfer.each(puts, this::put);
    getEach(gets);
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    Throwable wrong = failure == null ? refusal() : failure;
    long[] all = need(wrong == null ? puts : List.of(), wrong);
    group.max(all);
    if (all[WRONG] != 0) {
      throw new NcTelling("completing requests", NcError.NC_EINVAL_REQUEST).tell(group, wrong);
    }
    makeRoom(all);
    count.atLeast(all[RECORDS]);
    Transfer.each(puts, this::put);
    long[] state = {count.known(), puts.isEmpty() ? 0 : 1};
    group.max(state);
    count.atLeast(state[0]);
    try {
      if (drainsToWait && state[1] != 0) {
        handOver(DrainReason.WAIT);
      } else if (drainsToRead) {
        drain(DrainReason.READ);
      }
    } catch (DrainFailedException e) {
      // The requests are over all the same: begun again, they would be put a second time, over what
      // was put since.
      if (puts.isEmpty() && gets.isEmpty()) {
        throw e;
      }
      puts.forEach(put -> put.fail(e));
      gets.forEach(get -> get.fail(e));
      return;
    }
    getEach(gets);
  }

  private void getEach(List<Transfer> gets) {
    Transfer.each(gets, this::get);
  }

  @Override
  public void fill(int variable, long record) throws IOException {
    // What is pending would be written over the fill values later, whenever it was put.
    if (group.max(reach.isPending(variable, record) ? 1 : 0) != 0) {
      drain(DrainReason.FILL);
    }
    buffer.settleDrains();
    buffer.spoil();
    next.fill(variable, record);
    count.atLeast(next.records());
  }

  @Override
  public void syncRecords() throws IOException {
    shareRecords();
    buffer.settleDrains();
    next.syncRecords();
  }

  private void shareRecords() throws IOException {
    count.atLeast(group.max(count.known()));
    next.written(count.known(), reach.end());
  }

  @Override
  public void flush() throws IOException {
    handOver(DrainReason.FLUSH);
  }

  @Override
  public void sync() throws IOException {
    drain(DrainReason.SYNC);
    next.sync();
  }

  /** Moves what is pending anywhere, and lets all know the number of records. Collective. */
  private void drain(DrainReason reason) throws IOException {
    long[] state = {buffer.awaitsDrain() ? 1 : 0, count.known()};
    group.max(state);
    count.atLeast(state[1]);
    tellReaders(reason);
    if (state[0] != 0) {
      long[] pending = reach.begin();
      try {
        buffer.drain(reason);
      } catch (IOException | RuntimeException e) {
        reach.failed(pending);
        throw e;
      }
    }
    next.written(count.known(), reach.end());
  }

  /**
   * Hands what is pending anywhere over to a drain in the background, or moves it, as the burst
   * buffer is set; and lets all know the number of records. Collective.
   */
  private void handOver(DrainReason reason) throws IOException {
    long[] state = handOverState();
    group.max(state);
    if (!beginHandOver(reason, state)) {
      return;
    }
    boolean inTarget = false;
    try {
      inTarget = buffer.handOver(reason);
    } finally {
      endHandOver(inTarget);
    }
  }

  /** What this brings to the meeting before something is handed over: {@link #beginHandOver}. */
  long[] handOverState() {
    return new long[] {buffer.awaitsDrain() ? 1 : 0, count.known()};
  }

  /**
   * Begins to hand over.
   *
   * @param all of what processes have brought, the largest
   * @return false when no process has anything, and this has ended
   */
  boolean beginHandOver(DrainReason reason, long[] all) throws IOException {
    count.atLeast(all[1]);
    tellReaders(reason);
    if (all[0] == 0) {
      next.written(count.known(), reach.end());
      return false;
    }
    handedOver = reach.begin();
    return true;
  }

  /** Ends it. */
  void endHandOver(boolean inTarget) {
    if (inTarget) {
      next.written(count.known(), reach.end());
    } else {
      // It stays noted until a drain that this waits for, lest it be written over what is filled.
      reach.failed(handedOver);
    }
  }

  @Override
  public void abandon() throws IOException {
    closed = true;
    try {
      buffer.discard();
      buffer.close();
    } finally {
      next.abandon();
    }
  }

  @Override
  public void leave() throws IOException {
    closed = true;
    try {
      buffer.leave();
    } finally {
      next.leave();
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      settle();
    } catch (GroupException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      giveUp(e);
      throw e;
    }
    try {
      buffer.letGo();
    } finally {
      try {
        next.close();
      } finally {
        buffer.close();
      }
    }
  }

  /**
   * Moves what is pending anywhere, and has all know the same of the file. The header says how many
   * records there are before the log that knows it goes.
   */
  private void settle() throws IOException {
    long[] all = {buffer.awaitsDrain() ? 1 : 0, count.known(), -count.known(), reach.end()};
    group.max(all);
    count.atLeast(all[1]);
    tellReaders(DrainReason.CLOSE);
    // Who learns of more records has something to drain: their number.
    if (all[0] != 0 || all[1] != -all[2]) {
      buffer.drain(DrainReason.CLOSE);
    }
    if (layout != null) {
      next.settled(all[1], all[3]);
    }
  }

  /** The logs stay for recovery, and the target as it is. */
  private void giveUp(Exception cause) {
    try {
      buffer.leave();
      next.abandon();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
