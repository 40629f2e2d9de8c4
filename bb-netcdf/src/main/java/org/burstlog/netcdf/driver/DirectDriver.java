package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.netcdf.header.Variable;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * The driver at the bottom: puts are writes to the target and gets reads from it.
 *
 * <p>Small puts of this process alone wait in {@link WriteBehind} until something else happens. The
 * number of records in the header is brought up to date by collective puts and at each
 * synchronisation.
 *
 * <p>Several threads may use it; each call has the buffers and the target alone.
 */
public final class DirectDriver implements Driver {
  /** A piece that is still in the processor's cache is written faster than a longer one. */
  private static final int PIECE = 1 << 20;

  /** The most that is read at a time. */
  private static final int MOST_READ = 4 << 20;

  private final MeetingGroup group;
  private final TargetFile target;

  /** What a put is called in messages. */
  private final String writing;

  private final boolean writable;
  private final DrainOptions options;
  private final FileFacts facts;
  private final DirectPut single;
  private final WriteBehind behind;
  private final JointWrite together;
  private final Reader reader;
  private final Completion completion;
  private boolean closed;

  /**
   * Whether processes may have written something by themselves, which is no put, since all synced;
   * the same in all of them.
   */
  private boolean unsynced;

  /**
   * A driver for an open target.
   *
   * @param context the group, the target, which it closes, and how much to write at once
   * @param writable whether the file may be changed
   * @param layout where the variables of an existing file lie, null for a new one
   * @param records the number of its records
   */
  public DirectDriver(
      DriverContext context, boolean writable, @Nullable Layout layout, long records) {
    this.group = context.group();
    this.target = context.target();
    this.writing = "writing " + target.path();
    this.writable = writable;
    DrainOptions given = context.settings().drainOptions();
    int buffer = given.buffer() & -8;
    options =
        new DrainOptions(
            buffer, given.extents(), given.strategy(), given.stripe(), given.servers());
    DrainOptions alone =
        new DrainOptions(Math.min(buffer, PIECE), given.extents(), given.strategy());
    single = new DirectPut(target, alone);
    ReadWindow window = new ReadWindow(target, Math.min(buffer, MOST_READ));
    facts = new FileFacts(group, target, buffer, layout, records);
    behind = new WriteBehind(target, alone);
    together = new JointWrite(group, target, options, single);
    reader = new Reader(window);
    completion = new Completion(group, target, options, facts, together, single, behind, window);
    if (layout != null) {
      countRecords(layout);
    }
  }

  @Override
  public long records() {
    return Math.max(facts.records(), group.puts().records());
  }

  @Override
  public synchronized void beginDefine() throws IOException {
    sync();
  }

  @Override
  public synchronized void endDefine(Relayout relayout) throws IOException {
    unsynced |= !relayout.moves().isEmpty();
    facts.relayout(relayout);
    countRecords(relayout.layout());
  }

  @Override
  public synchronized void rewriteHeader(Layout next) throws IOException {
    syncRecords();
    facts.rewrite(next);
  }

  @Override
  public synchronized void put(int variable, Region region, Object source, long offset, long length)
      throws IOException {
    Array array = facts.array(variable);
    behind.put(array, region, source, offset, length);
    facts.note(array, region);
  }

  @Override
  public synchronized void putTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    Throwable wrong = failure == null ? settle() : failure;
    List<Transfer> own = wrong == null ? transfers : List.of();
    if (group.size() > 1 && together.isApart()) {
      Throwable unwritten = putApart(own);
      wrong = wrong == null ? unwritten : wrong;
    } else {
      try {
        putAsOne(own);
      } catch (IOException e) {
        throw NcTelling.along(e, wrong);
      }
    }
    group.tell(writing, wrong, false, facts.records());
  }

  private void countRecords(Layout layout) {
    boolean any = layout.header().variables().stream().anyMatch(Variable::isRecord);
    group.puts().countRecords(any);
  }

  /** Each for itself; returns what went wrong. */
  private @Nullable Throwable putApart(List<Transfer> own) throws IOException {
    return Together.attempt(
        () -> {
          write(own, target::write, single);
          facts.note(own);
          facts.foresee(group.puts().settledRecords());
        });
  }

  /** All at the same time; what cannot be written fails in all. */
  private void putAsOne(List<Transfer> own) throws IOException {
    long[] shared = {-JointWrite.mean(own, facts.arrays()), facts.recordsWith(own)};
    group.meetToPut(shared);
    together.write(writing, -shared[0], (sink, direct) -> write(own, sink, direct));
    facts.note(own);
    facts.adopt(shared[1]);
  }

  private void write(List<Transfer> transfers, DirectPut.Sink sink, DirectPut direct)
      throws IOException {
    if (transfers.size() == 1) {
      Transfer put = transfers.get(0);
      Array array = facts.array(put.variable());
      direct.put(array, put.region(), put.memory(), put.offset(), put.length());
    } else if (!transfers.isEmpty()) {
      Transfer.combine(transfers, options).write(facts.arrays(), sink);
    }
  }

  /** Writes what was put before, and returns why it could not. */
  private @Nullable NcException settle() {
    try {
      behind.flush();
      return null;
    } catch (NcException e) {
      return e;
    }
  }

  @Override
  public synchronized void get(int variable, Region region, Object into, long offset, long length)
      throws IOException {
    behind.flush();
    reader.read(facts.array(variable), region, into, offset, length);
  }

  @Override
  public synchronized void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    Throwable before = failure == null ? settle() : failure;
    Throwable wrong = Together.attempt(before, () -> completion.get(transfers));
    Together.reach(group, new NcTelling("reading " + target.path(), NcError.NC_EREAD), wrong);
  }

  @Override
  public synchronized void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    behind.flush();
    completion.alone(puts, gets);
  }

  @Override
  public synchronized void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    completion.together(puts, gets, failure == null ? settle() : failure);
    group.barrier();
  }

  @Override
  public synchronized void fill(int variable, long record) throws IOException {
    Array array = facts.array(variable);
    unsynced = true;
    Filling filling =
        Filling.of(facts.layout().header().variables().get(variable), array, record, group);
    boolean isRecord = array.rank() > 0 && array.shape(0) == Array.UNLIMITED;
    long all =
        together.write(
            "filling '" + array.name() + "'",
            settle(),
            filling.mean(),
            isRecord ? Math.max(facts.records(), record + 1) : facts.records(),
            (sink, direct) -> filling.write(sink, options));
    facts.adopt(all);
  }

  @Override
  public synchronized void syncRecords() throws IOException {
    if (writable) {
      facts.shareRecords(settle());
    }
  }

  @Override
  public synchronized void written(long count, long end) {
    facts.atLeast(count, end);
  }

  @Override
  public synchronized void flush() throws IOException {
    behind.flush();
  }

  @Override
  public synchronized void sync() throws IOException {
    if (!writable) {
      facts.reloadRecords();
      return;
    }
    syncRecords();
    Together.run(group, new NcTelling("syncing " + target.path(), NcError.NC_EWRITE), target::sync);
    unsynced = false;
  }

  @Override
  public synchronized void abandon() throws IOException {
    closed = true;
    behind.forget();
    target.close();
  }

  @Override
  public synchronized void leave() throws IOException {
    closed = true;
    try {
      behind.flush();
    } finally {
      target.leave();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Throwable failure = writable ? settle() : null;
    Throwable unended = writable ? Together.attempt(this::end) : null;
    Throwable unclosed = Together.attempt(target::closeBeforeMeeting);
    failure = failure == null ? unended : failure;
    Together.reach(
        group,
        new NcTelling("closing " + target.path(), NcError.NC_EFILE),
        failure == null ? unclosed : failure);
  }

  /** Makes the file say of itself what is in it, also when some of that could not be written. */
  private void end() throws IOException {
    if (facts.isShort()) {
      syncAll();
      if (group.rank() == 0) {
        facts.lengthen();
      }
    }
  }

  private void syncAll() throws IOException {
    Together.run(
        group, new NcTelling("syncing " + target.path(), NcError.NC_EWRITE), target::syncOwn);
  }

  /** Nobody has put anything behind the end, so only what is no put may be there unseen. */
  @Override
  public synchronized void settled(long count, long end) throws IOException {
    facts.settle(count, end);
    if (facts.isShort()) {
      if (unsynced) {
        syncAll();
      }
      Together.first(
          group, new NcTelling("lengthening " + target.path(), NcError.NC_EWRITE), facts::lengthen);
      facts.settle(count, facts.layout().size(count));
    }
  }
}
