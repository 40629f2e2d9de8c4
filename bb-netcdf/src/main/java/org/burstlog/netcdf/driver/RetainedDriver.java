package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.recover.Attachment;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a file that is open for writing and of which something is retained: it stands
 * between the burst buffer and the target. The burst buffer says when what is retained is of no
 * more use.
 */
public final class RetainedDriver extends Forwarding {
  private final DriverContext context;
  private final Attachment retained;
  private volatile LogReads reads;

  /**
   * A driver over another.
   *
   * @param next the one below, which it closes
   * @param context the group and the target
   * @param retained what is retained of the target
   * @param layout where the variables lie
   */
  public RetainedDriver(Driver next, DriverContext context, Attachment retained, Layout layout) {
    super(next);
    this.context = context;
    this.retained = retained;
    this.reads = new LogReads(next, context, retained, layout);
  }

  @Override
  public void get(int variable, Region region, Object into, long offset, long length)
      throws IOException {
    reads.get(variable, region, into, offset, length);
  }

  @Override
  public void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    reads.getTogether(transfers, failure);
  }

  @Override
  public boolean readsApart() {
    return retained.isApart();
  }

  @Override
  public void endDefine(Relayout relayout) throws IOException {
    next().endDefine(relayout);
    reads = new LogReads(next(), context, retained, relayout.layout());
  }

  @Override
  public void rewriteHeader(Layout layout) throws IOException {
    next().rewriteHeader(layout);
    reads = new LogReads(next(), context, retained, layout);
  }
}
