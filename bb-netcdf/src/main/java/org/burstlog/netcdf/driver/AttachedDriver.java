package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.Ending;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Attachment;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a file that is read together with what sessions on the tier have of it. Gets look
 * into their logs first, and into the target for what is not there; nothing else is done by it.
 * What is in logs on other nodes is got by all processes together, or not at all.
 */
public final class AttachedDriver extends Forwarding {
  /** Reads the header that the target has now. */
  public interface HeaderSource {
    /**
     * Reads it. Collective.
     *
     * @return where everything lies
     * @throws IOException in every process, when that failed in any
     */
    Layout read() throws IOException;
  }

  private final MeetingGroup group;
  private final Attachment attachment;
  private final Layout layout;
  private final HeaderSource headers;
  private final String path;
  private final LogReads reads;
  private volatile long records;
  private final TargetFile target;
  private boolean closed;

  /**
   * A driver over another.
   *
   * @param next the one below, which it closes
   * @param context the group and the target
   * @param attachment what sessions have; closed by this driver
   * @param layout where the variables lie
   * @param headers tells whether they still lie there
   * @throws IOException when the group cannot be used any more
   */
  public AttachedDriver(
      Driver next,
      DriverContext context,
      Attachment attachment,
      Layout layout,
      HeaderSource headers)
      throws IOException {
    super(next);
    this.group = context.group();
    this.attachment = attachment;
    this.layout = layout;
    this.headers = headers;
    this.target = context.target();
    this.path = target.path().toString();
    this.reads = new LogReads(next, context, attachment, layout);
    count();
  }

  /** Finds out how many records there are. Collective. */
  private void count() throws IOException {
    if (!attachment.isUnfinished()) {
      return;
    }
    long begun = layout.recordsBegunIn(attachment.end());
    // A process that drained alone has told nobody of its records, and has nothing of them in its
    // log any more.
    long[] size = {0};
    Together.first(
        group,
        new NcTelling("reading the length of " + path, NcError.NC_EREAD),
        () -> size[0] = target.size());
    begun = Math.max(begun, layout.recordsBegunIn(group.max(size[0])));
    begun = Math.max(begun, group.max(logged()));
    // Those that the program says are there need not have a byte in them.
    records = Math.max(records, Math.max(begun, attachment.writer().mark()));
  }

  /** The number of records that logs have for the header; it is put before what is in the last. */
  private long logged() throws IOException {
    int width = layout.header().version().countBytes();
    Array place =
        Array.rowMajor(
            "number of records", HeaderCodec.RECORDS_OFFSET, width, ByteOrder.BIG_ENDIAN);
    int[] narrow = {0};
    long[] wide = {0};
    do {
      attachment.read(place, new Region(0), width == Integer.BYTES ? narrow : wide, 0);
    } while (!attachment.isStill());
    // A file that is written as a stream has no number.
    return Math.max(0, Math.max(narrow[0], wide[0]));
  }

  @Override
  public long records() {
    return Math.max(records, next().records());
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
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    next().complete(puts, List.of());
    Transfer.each(gets, reads::get);
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    next().completeTogether(puts, List.of(), failure);
    reads.complete(gets);
  }

  /**
   * Looks again at what there is, in the logs first: what is drained behind that is in the target.
   */
  @Override
  public void sync() throws IOException {
    attachment.refresh();
    next().sync();
    if (!headers.read().equals(layout)) {
      throw new NcException(
              NcError.NC_EREAD, "its definitions were changed by the program that writes it")
          .remedy("close the file and open it again")
          .file(path);
    }
    count();
  }

  @Override
  public void abandon() throws IOException {
    end(next()::abandon);
  }

  @Override
  public void leave() throws IOException {
    end(next()::leave);
  }

  @Override
  public void close() throws IOException {
    end(next()::close);
  }

  private void end(Together.Step step) throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Ending ending = new Ending();
    ending.run(attachment::close);
    ending.run(step);
    ending.finish();
  }
}
