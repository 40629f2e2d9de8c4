package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.netcdf.header.Variable;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the file as a whole: where its variables lie, and how many records and bytes
 * puts have made of it; and its header, which the first process keeps true to that.
 */
final class FileFacts {
  /** The most that a process moves at a time when variables must move. */
  private static final int MOST_MOVED = 8 << 20;

  private final ProcessGroup group;
  private final TargetFile target;
  private final int share;
  private List<Array> arrays = List.of();
  private @Nullable Layout layout;

  /** Looked at by other threads too, but changed by one at a time. */
  private volatile long records;

  /** As all know it to be. */
  private long recordsInHeader;

  /** What the first process has written into the header since, without the others. */
  private long foreseen;

  /** The first byte behind all that this process has put itself. */
  private long highest;

  /** Whether all know the same. */
  private boolean settled;

  FileFacts(ProcessGroup group, TargetFile target, int buffer, @Nullable Layout at, long records) {
    this.group = group;
    this.target = target;
    this.share = Math.min(buffer, MOST_MOVED);
    this.records = records;
    this.recordsInHeader = records;
    if (at != null) {
      use(at);
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

  List<Array> arrays() {
    return arrays;
  }

  Array array(int variable) {
    return arrays.get(variable);
  }

  Layout layout() {
    Layout now = layout;
    if (now == null) {
      throw new IllegalStateException("nothing is defined");
    }
    return now;
  }

  long records() {
    return records;
  }

  /** How many records there will be when puts have been made. */
  long recordsWith(List<Transfer> puts) {
    long most = records;
    for (Transfer put : puts) {
      most = Math.max(most, Reach.records(array(put.variable()), put.region()));
    }
    return most;
  }

  /** Remembers what a put has made of the file. */
  void note(Array array, Region region) {
    long end = array.offset() + array.elementSize();
    for (int d = 0; d < region.rank(); d++) {
      if (region.count(d) == 0) {
        return;
      }
      end += (region.start(d) + (region.count(d) - 1) * region.stride(d)) * array.step(d);
    }
    records = Math.max(records, Reach.records(array, region));
    highest = Math.max(highest, end);
  }

  void note(List<Transfer> puts) {
    for (Transfer put : puts) {
      note(array(put.variable()), put.region());
    }
  }

  /** Remembers what others have written by other ways. */
  void atLeast(long count, long end) {
    records = Math.max(records, count);
    highest = Math.max(highest, end);
  }

  /**
   * Lets the header know a number that not every process may know yet; they adopt it later.
   *
   * @param count how many records there are at least
   */
  void foresee(long count) throws IOException {
    records = Math.max(records, count);
    Layout now = layout;
    if (group.rank() == 0 && now != null && records > Math.max(foreseen, recordsInHeader)) {
      write(HeaderCodec.RECORDS_OFFSET, HeaderCodec.encodeRecords(now.header().version(), records));
      foreseen = records;
    }
  }

  /** Every process knows this number; the header gets to know it too. */
  void adopt(long all) throws IOException {
    records = all;
    Layout now = layout;
    if (now == null || records <= recordsInHeader) {
      return;
    }
    first(
        "writing the number of records of " + target.path(),
        () ->
            write(
                HeaderCodec.RECORDS_OFFSET,
                HeaderCodec.encodeRecords(now.header().version(), records)));
    recordsInHeader = records;
  }

  /**
   * Makes all processes know how many records there are.
   *
   * @param failure what has gone wrong in this process before, and then fails in all; or null
   */
  void shareRecords(@Nullable Throwable failure) throws IOException {
    long[] facts = {failure == null ? 0 : 1, records};
    group.max(facts);
    if (facts[0] != 0) {
      throw new NcTelling("writing " + target.path(), NcError.NC_EWRITE).tell(group, failure);
    }
    adopt(facts[1]);
  }

  /** Moves what must move, and writes the new header. */
  void relayout(Relayout relayout) throws IOException {
    String what = "ending define mode of " + target.path();
    new Moving(group, target, share, what).run(relayout.moves());
    first(what, () -> write(0, HeaderCodec.encode(relayout.layout(), records)));
    recordsInHeader = records;
    use(relayout.layout());
  }

  /** Writes the header with other names or attributes but everything in its place. */
  void rewrite(Layout next) throws IOException {
    first(
        "writing the header of " + target.path(),
        () -> write(0, HeaderCodec.encode(next, recordsInHeader)));
    use(next);
  }

  /** Another job may have written more records since. */
  void reloadRecords() throws IOException {
    Layout now = layout();
    long[] found = {0};
    Together.first(
        group,
        new NcTelling("reading the number of records of " + target.path(), NcError.NC_EREAD),
        () -> found[0] = readRecords(now));
    records =
        ByteBuffer.wrap(
                group.broadcast(ByteBuffer.allocate(Long.BYTES).putLong(found[0]).array(), 0))
            .getLong();
  }

  private long readRecords(Layout now) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(now.header().version().countBytes()).order(ByteOrder.BIG_ENDIAN);
    target.read(HeaderCodec.RECORDS_OFFSET, bytes);
    long read = bytes.limit() == 4 ? bytes.getInt(0) & 0xFFFF_FFFFL : bytes.getLong(0);
    boolean streaming = bytes.limit() == 4 ? read == 0xFFFF_FFFFL : read == -1;
    return streaming ? now.recordsIn(target.size()) : read;
  }

  /** All know these, and the header has the number of records. */
  void settle(long count, long end) {
    records = count;
    recordsInHeader = count;
    highest = end;
    settled = true;
  }

  /**
   * Has all processes know how many records there are and how far the file reaches, unless they do.
   *
   * @return whether the file may be shorter than what is defined; the same in every process
   */
  boolean isShort() throws IOException {
    if (!settled) {
      long[] facts = {records, highest};
      group.max(facts);
      highest = facts[1];
      adopt(facts[0]);
    }
    Layout now = layout;
    return now != null && highest < now.size(records);
  }

  /**
   * What was never written reads as zero, but readers that check the length shall find it. For the
   * first process. Only when all have synced what they wrote there does the size tell for certain
   * that the last byte is missing.
   */
  void lengthen() throws IOException {
    long size = layout().size(records);
    if (target.size() < size) {
      write(size - 1, ByteBuffer.allocate(1));
    }
  }

  /** What only the first process does, and all learn whether it succeeded. */
  private void first(String what, Together.Step work) throws IOException {
    Together.first(group, new NcTelling(what, NcError.NC_EWRITE), work);
  }

  private void write(long position, ByteBuffer bytes) throws IOException {
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
    ExtentList extent = new ExtentList();
    extent.add(position, direct.remaining());
    target.write(extent, direct);
  }
}
