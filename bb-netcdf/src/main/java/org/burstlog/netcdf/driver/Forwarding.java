package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.Relayout;
import org.jspecify.annotations.Nullable;

/** A driver that hands on what it does not do itself. */
abstract class Forwarding implements Driver {
  private final Driver next;

  /** A driver over another, which it closes. */
  Forwarding(Driver next) {
    this.next = next;
  }

  final Driver next() {
    return next;
  }

  @Override
  public long records() {
    return next.records();
  }

  @Override
  public void beginDefine() throws IOException {
    next.beginDefine();
  }

  @Override
  public void endDefine(Relayout relayout) throws IOException {
    next.endDefine(relayout);
  }

  @Override
  public void rewriteHeader(Layout layout) throws IOException {
    next.rewriteHeader(layout);
  }

  @Override
  public void put(int variable, Region region, Object source, long offset, long length)
      throws IOException {
    next.put(variable, region, source, offset, length);
  }

  @Override
  public void putTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    next.putTogether(transfers, failure);
  }

  @Override
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    next.complete(puts, gets);
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    next.completeTogether(puts, gets, failure);
  }

  @Override
  public void fill(int variable, long record) throws IOException {
    next.fill(variable, record);
  }

  @Override
  public void syncRecords() throws IOException {
    next.syncRecords();
  }

  @Override
  public void written(long records, long end) {
    next.written(records, end);
  }

  @Override
  public void settled(long records, long end) throws IOException {
    next.settled(records, end);
  }

  @Override
  public void flush() throws IOException {
    next.flush();
  }

  @Override
  public void sync() throws IOException {
    next.sync();
  }

  @Override
  public void abandon() throws IOException {
    next.abandon();
  }

  @Override
  public void leave() throws IOException {
    next.leave();
  }

  @Override
  public void close() throws IOException {
    next.close();
  }
}
