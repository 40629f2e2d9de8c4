package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.Settings;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.netcdf.header.Variable;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * The driver at the bottom: every put is a write to the target and every get a read from it.
 *
 * <p>The first process writes the header and moves data; the number of records in it is brought up
 * to date by collective puts and at each synchronisation.
 */
public final class DirectDriver implements Driver {
  private static final int PIECE = 1 << 20;

  private final ProcessGroup group;
  private final TargetFile target;
  private final boolean writable;
  private final DrainOptions options;
  private final DirectPut independent;
  private final Together together;
  private final Reader reader;
  private final HeaderFile headerFile;
  private List<Array> arrays = List.of();
  private @Nullable Layout layout;
  private long records;
  private long recordsInHeader;

  /** The first byte behind all that this process has put itself. */
  private long highest;

  private boolean closed;

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
    this.writable = writable;
    Settings settings = context.settings();
    int buffer = (int) Math.max(4096, Math.min(settings.get(Settings.DRAIN_BUFFER), 1 << 30)) & -8;
    options =
        new DrainOptions(
            buffer, settings.get(Settings.DRAIN_EXTENTS), settings.get(Settings.STRATEGY));
    // A piece that is still in the processor's cache is written faster than a longer one.
    independent =
        new DirectPut(
            target,
            new DrainOptions(Math.min(buffer, PIECE), options.extents(), options.strategy()));
    together = new Together(group, target, options, independent);
    reader = new Reader(target, Math.min(buffer, 4 << 20));
    headerFile = new HeaderFile(target);
    this.records = records;
    this.recordsInHeader = records;
    if (layout != null) {
      use(layout);
    }
  }

  private void use(Layout next) {
    List<Array> all = new ArrayList<>();
    for (Variable variable : next.header().variables()) {
      all.add(next.array(variable.id()));
    }
    arrays = List.copyOf(all);
    layout = next;
  }

  @Override
  public long records() {
    return records;
  }

  @Override
  public void beginDefine() throws IOException {
    sync();
  }

  @Override
  public void endDefine(Relayout relayout) throws IOException {
    first(
        "ending define mode of " + target.path(),
        () -> {
          headerFile.move(relayout.moves());
          headerFile.writeHeader(relayout.layout(), records);
        });
    recordsInHeader = records;
    use(relayout.layout());
  }

  @Override
  public void rewriteHeader(Layout next) throws IOException {
    syncRecords();
    first(
        "writing the header of " + target.path(),
        () -> headerFile.writeHeader(next, recordsInHeader));
    use(next);
  }

  @Override
  public void put(int variable, Region region, Object source, long offset) throws IOException {
    Array array = arrays.get(variable);
    independent.put(array, region, source, offset);
    note(array, region);
  }

  @Override
  public void putTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    boolean single = transfers.size() == 1;
    boolean large = transfers.isEmpty() || (single && isLarge(transfers.get(0)));
    adopt(
        write(
            failure == null ? transfers : List.of(),
            failure,
            large,
            (sink, direct) -> {
              if (single) {
                Transfer put = transfers.get(0);
                Array array = arrays.get(put.variable());
                direct.put(array, put.region(), put.memory(), put.offset());
              } else if (!transfers.isEmpty()) {
                new PlannedPut(sink, options).put(transfers, arrays);
              }
            }));
  }

  private boolean isLarge(Transfer put) {
    return together.isLarge(arrays.get(put.variable()), put.region());
  }

  /** Writes together and returns how many records there are with what all have written. */
  private long write(
      List<Transfer> puts, @Nullable IOException failure, boolean large, Together.Work work)
      throws IOException {
    long before = records;
    boolean done = false;
    note(puts);
    try {
      long all = together.write("writing " + target.path(), failure, large, records, work);
      done = true;
      return all;
    } finally {
      if (!done) {
        records = before;
      }
    }
  }

  /** Remembers what puts have made of the file: its records and its length. */
  private void note(List<Transfer> puts) {
    for (Transfer put : puts) {
      note(arrays.get(put.variable()), put.region());
    }
  }

  private void note(Array array, Region region) {
    long end = array.offset() + array.elementSize();
    for (int d = 0; d < region.rank(); d++) {
      if (region.count(d) == 0) {
        return;
      }
      long last = region.start(d) + (region.count(d) - 1) * region.stride(d);
      end += last * array.step(d);
      if (d == 0 && array.shape(0) == Array.UNLIMITED) {
        records = Math.max(records, last + 1);
      }
    }
    highest = Math.max(highest, end);
  }

  /** Every process knows this number; the header gets to know it too. */
  private void adopt(long all) throws IOException {
    records = all;
    Layout now = layout;
    if (now == null || records <= recordsInHeader) {
      return;
    }
    first(
        "writing the number of records of " + target.path(),
        () -> headerFile.writeRecords(now.header().version(), records));
    recordsInHeader = records;
  }

  @Override
  public void get(int variable, Region region, Object into, long offset) throws IOException {
    reader.read(arrays.get(variable), region, into, offset);
  }

  @Override
  public void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    Throwable wrong = failure;
    if (wrong == null) {
      try {
        for (Transfer get : transfers) {
          get(get.variable(), get.region(), get.memory(), get.offset());
        }
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        wrong = e;
      }
    }
    NcAgreement.reach(group, "reading " + target.path(), NcError.NC_EREAD, wrong);
  }

  @Override
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    try {
      new PlannedPut(target::write, options).put(puts, arrays);
      note(puts);
    } catch (IOException | RuntimeException e) {
      putEach(puts);
    }
    getEach(gets);
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    NcAgreement.reach(group, "completing requests", NcError.NC_EINVAL_REQUEST, failure);
    try {
      write(
          puts,
          null,
          puts.isEmpty(),
          (sink, direct) -> new PlannedPut(sink, options).put(puts, arrays));
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      putEach(puts);
    }
    adopt(group.max(records));
    getEach(gets);
    group.barrier();
  }

  /** The slow way, which finds out whose fault it is. */
  private void putEach(List<Transfer> puts) {
    for (Transfer put : puts) {
      try {
        put(put.variable(), put.region(), put.memory(), put.offset());
      } catch (IOException e) {
        put.fail(e);
      } catch (RuntimeException e) {
        put.fail(new IOException(e.toString(), e));
      }
    }
  }

  private void getEach(List<Transfer> gets) {
    for (Transfer get : gets) {
      try {
        get(get.variable(), get.region(), get.memory(), get.offset());
      } catch (IOException e) {
        get.fail(e);
      } catch (RuntimeException e) {
        get.fail(new IOException(e.toString(), e));
      }
    }
  }

  @Override
  public void fill(int variable, long record) throws IOException {
    Layout now = layout;
    if (now == null) {
      throw new IllegalStateException("nothing is defined");
    }
    Array array = arrays.get(variable);
    Filling filling = Filling.of(now.header().variables().get(variable), array, record, group);
    boolean isRecord = array.rank() > 0 && array.shape(0) == Array.UNLIMITED;
    together.write(
        "filling '" + array.name() + "'",
        null,
        filling.isLarge(),
        records,
        (sink, direct) -> filling.write(sink, options));
    adopt(isRecord ? Math.max(records, record + 1) : records);
  }

  @Override
  public void syncRecords() throws IOException {
    if (writable) {
      adopt(group.max(records));
    }
  }

  @Override
  public void written(long count, long end) {
    records = Math.max(records, count);
    highest = Math.max(highest, end);
  }

  @Override
  public void flush() {}

  @Override
  public void sync() throws IOException {
    if (writable) {
      syncRecords();
      Throwable failure = null;
      try {
        target.sync();
      } catch (GroupException e) {
        throw e;
      } catch (IOException e) {
        failure = e;
      }
      NcAgreement.reach(group, "syncing " + target.path(), NcError.NC_EWRITE, failure);
    } else {
      reloadRecords();
    }
  }

  /** Another job may have written more records since. */
  private void reloadRecords() throws IOException {
    Layout now = layout;
    if (now == null) {
      return;
    }
    byte[] count = new byte[0];
    if (group.rank() == 0) {
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(now.header().version().countBytes())
              .order(ByteOrder.BIG_ENDIAN);
      target.read(4, bytes);
      long read = bytes.limit() == 4 ? bytes.getInt(0) & 0xFFFF_FFFFL : bytes.getLong(0);
      boolean streaming = bytes.limit() == 4 ? read == 0xFFFF_FFFFL : read == -1;
      long found = streaming ? now.recordsIn(target.size()) : read;
      count = ByteBuffer.allocate(Long.BYTES).putLong(found).array();
    }
    records = ByteBuffer.wrap(group.broadcast(count, 0)).getLong();
  }

  @Override
  public void abandon() throws IOException {
    closed = true;
    target.close();
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Throwable failure = null;
    try {
      if (writable) {
        syncRecords();
        lengthen();
      }
    } catch (GroupException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    try {
      target.close();
    } catch (GroupException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      failure = failure == null ? e : failure;
    }
    NcAgreement.reach(group, "closing " + target.path(), NcError.NC_EFILE, failure);
  }

  /**
   * What was never written reads as zero, but readers that check the length shall find it. Only
   * when the target was synced does the size tell for certain that the last byte is missing.
   */
  private void lengthen() throws IOException {
    Layout now = layout;
    if (now == null || group.max(highest) >= now.size(records)) {
      return;
    }
    target.sync();
    first(
        "closing " + target.path(),
        () -> {
          long size = now.size(records);
          if (target.size() < size) {
            ExtentList last = new ExtentList();
            last.add(size - 1, 1);
            target.write(last, ByteBuffer.allocateDirect(1));
          }
        });
  }

  /** What only the first process does, and all learn whether it succeeded. */
  private void first(String what, Rounds.Work work) throws IOException {
    Throwable failure = null;
    if (group.rank() == 0) {
      try {
        work.run();
      } catch (IOException | RuntimeException e) {
        failure = e;
      }
    }
    NcAgreement.reach(group, what, NcError.NC_EWRITE, failure);
  }
}
