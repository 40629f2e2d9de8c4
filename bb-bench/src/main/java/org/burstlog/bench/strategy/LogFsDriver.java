package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.Together;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.DriverContext;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.netcdf.header.Variable;
import org.jspecify.annotations.Nullable;

/**
 * A driver that flattens puts into a {@link FlatLog} and replays it when the file is synced. All
 * puts are made alone, the collective ones too; so a process that cannot make one says so when all
 * come together next.
 */
final class LogFsDriver implements Driver {
  private final Driver next;
  private final DriverContext context;
  private final FlatLog log;
  private final DirectPut put;
  private final Measures measures;
  private List<Array> arrays = List.of();
  private long records;
  private @Nullable IOException untold;
  private boolean closed;

  LogFsDriver(Driver next, DriverContext context, Path tier, boolean synced, Measures measures)
      throws IOException {
    this.next = next;
    this.context = context;
    this.measures = measures;
    DrainOptions options = context.settings().drainOptions();
    long begin = System.nanoTime();
    FlatLog made = null;
    IOException failure = null;
    try {
      made = new FlatLog(tier, options.buffer(), synced, measures);
    } catch (IOException e) {
      failure = e;
    }
    Together.reach(context.group(), "making a log in " + tier, failure);
    if (made == null) {
      throw new IllegalStateException("neither made nor failed");
    }
    log = made;
    long time = System.nanoTime() - begin;
    measures.add(Phase.LOGS, time);
    measures.add(Phase.CREATE, -time);
    put = new DirectPut(log::append, options);
  }

  @Override
  public long records() {
    return Math.max(records, next.records());
  }

  @Override
  public void beginDefine() throws IOException {
    replay();
    next.beginDefine();
  }

  @Override
  public void endDefine(Relayout relayout) throws IOException {
    next.endDefine(relayout);
    use(relayout.layout());
  }

  @Override
  public void rewriteHeader(Layout layout) throws IOException {
    next.rewriteHeader(layout);
    use(layout);
  }

  private void use(Layout layout) {
    List<Array> all = new ArrayList<>();
    for (Variable variable : layout.header().variables()) {
      all.add(layout.array(variable.id()));
    }
    arrays = List.copyOf(all);
  }

  @Override
  public void put(int variable, Region region, Object source, long offset, long length)
      throws IOException {
    Array array = arrays.get(variable);
    put.put(array, region, source, offset, length);
    log.endPut();
    if (array.rank() > 0 && array.shape(0) == Array.UNLIMITED && length > 0) {
      long last = region.start(0) + (region.count(0) - 1) * region.stride(0);
      records = Math.max(records, last + 1);
    }
  }

  @Override
  public void putTogether(List<Transfer> transfers, @Nullable IOException failure) {
    untold = untold == null ? failure : untold;
    for (Transfer each : transfers) {
      try {
        put(each.variable(), each.region(), each.memory(), each.offset(), each.length());
      } catch (IOException e) {
        untold = untold == null ? e : untold;
      }
    }
  }

  /** What is put is read from the file, so it has to get there first. */
  @Override
  public void get(int variable, Region region, Object into, long offset, long length)
      throws IOException {
    log.replay(context.target()::write);
    next.get(variable, region, into, offset, length);
  }

  @Override
  public void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    replay();
    next.getTogether(transfers, failure);
  }

  @Override
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    putEach(puts);
    log.replay(context.target()::write);
    next.complete(List.of(), gets);
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    putEach(puts);
    replay();
    next.completeTogether(List.of(), gets, failure);
  }

  private void putEach(List<Transfer> puts) {
    for (Transfer each : puts) {
      try {
        put(each.variable(), each.region(), each.memory(), each.offset(), each.length());
      } catch (IOException e) {
        each.fail(e);
      }
    }
  }

  @Override
  public void fill(int variable, long record) throws IOException {
    replay();
    next.fill(variable, record);
  }

  @Override
  public void syncRecords() throws IOException {
    next.written(context.group().max(records), log.end());
    next.syncRecords();
  }

  @Override
  public void flush() throws IOException {
    replay();
  }

  /** Writes all that is in the log to the file, in the file's order. Collective. */
  private void replay() throws IOException {
    TurnSink turns = new TurnSink(context.group(), context.target());
    IOException failure = untold;
    untold = null;
    try {
      log.replay(turns);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    turns.end(failure);
    next.written(context.group().max(records), log.end());
  }

  @Override
  public void sync() throws IOException {
    replay();
    measures.time(Phase.FLUSH_SYNC, next::sync);
  }

  @Override
  public void abandon() throws IOException {
    closed = true;
    log.close();
    next.abandon();
  }

  @Override
  public void leave() throws IOException {
    closed = true;
    try {
      log.close();
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
      replay();
    } finally {
      log.close();
      next.close();
    }
  }
}
