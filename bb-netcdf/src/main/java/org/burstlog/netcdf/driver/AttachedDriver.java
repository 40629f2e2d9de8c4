package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.Ending;
import org.burstlog.group.GroupException;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.recover.Attachment;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a file that is read together with what sessions on the tier have of it. Gets look
 * into their logs first, and into the target for what is not there; nothing else is done by it.
 * What is in logs on other nodes is got by all processes together, or not at all.
 */
public final class AttachedDriver implements Driver {
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

  private final Driver next;
  private final MeetingGroup group;
  private final Attachment attachment;
  private final Layout layout;
  private final HeaderSource headers;
  private final List<Array> arrays;
  private final String path;
  private final FarGets far;
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
    this.next = next;
    this.group = context.group();
    this.attachment = attachment;
    this.layout = layout;
    this.headers = headers;
    this.target = context.target();
    this.path = target.path().toString();
    this.arrays =
        IntStream.range(0, layout.header().variables().size()).mapToObj(layout::array).toList();
    this.far = new FarGets(group, attachment, next, arrays, path);
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
    return Math.max(records, next.records());
  }

  @Override
  public void get(int variable, Region region, Object into, long offset, long length)
      throws IOException {
    far.requireNear(variable, region);
    Array array = arrays.get(variable);
    // What one thread reads of a log that is drained meanwhile must not look well to another.
    synchronized (attachment) {
      long found;
      do {
        found = attachment.read(array, region, into, offset);
        if (found < length) {
          next.get(variable, region, into, offset, length);
          // A drain may be moving what was put since, and has moved a part of it.
          attachment.catchUp();
          found = attachment.read(array, region, into, offset);
        }
      } while (!attachment.isStill());
      attachment.count(found, found < length ? length : 0);
    }
  }

  private void get(Transfer get) throws IOException {
    get(get.variable(), get.region(), get.memory(), get.offset(), get.length());
  }

  @Override
  public void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    List<Transfer> together = new ArrayList<>();
    Throwable wrong = failure;
    if (wrong == null) {
      wrong =
          Together.attempt(
              () -> {
                for (Transfer get : transfers) {
                  if (far.isFar(get)) {
                    together.add(get);
                  } else {
                    get(get);
                  }
                }
              });
    }
    far.get(together, wrong);
  }

  @Override
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    next.complete(puts, List.of());
    Transfer.each(gets, this::get);
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    next.completeTogether(puts, List.of(), failure);
    if (!attachment.isApart()) {
      Transfer.each(gets, this::get);
      return;
    }
    List<Transfer> together = new ArrayList<>();
    List<Transfer> alone = new ArrayList<>();
    gets.forEach(get -> (far.isFar(get) ? together : alone).add(get));
    Transfer.each(alone, this::get);
    try {
      far.get(together, null);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      together.forEach(get -> get.fail(e));
    }
  }

  /**
   * Looks again at what there is, in the logs first: what is drained behind that is in the target.
   */
  @Override
  public void sync() throws IOException {
    attachment.refresh();
    next.sync();
    if (!headers.read().equals(layout)) {
      throw new NcException(
              NcError.NC_EREAD, "its definitions were changed by the program that writes it")
          .remedy("close the file and open it again")
          .file(path);
    }
    count();
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
  public void rewriteHeader(Layout changed) throws IOException {
    next.rewriteHeader(changed);
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
  public void fill(int variable, long record) throws IOException {
    next.fill(variable, record);
  }

  @Override
  public void syncRecords() throws IOException {
    next.syncRecords();
  }

  @Override
  public void flush() throws IOException {
    next.flush();
  }

  @Override
  public void abandon() throws IOException {
    end(next::abandon);
  }

  @Override
  public void leave() throws IOException {
    end(next::leave);
  }

  @Override
  public void close() throws IOException {
    end(next::close);
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
