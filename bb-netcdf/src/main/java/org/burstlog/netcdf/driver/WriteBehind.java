package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.target.TargetFile;

/**
 * Puts of this process alone. Small ones that continue one another in the file are gathered and
 * written as one, because a system call costs more than the bytes of a small put; all others are
 * written at once, behind what was gathered before.
 *
 * <p>Whatever looks at the file or ends a stretch of puts calls {@link #flush} first. When that
 * fails, what was gathered stays, nothing more is taken, and the next flush tries again; so values
 * are never lost without an error at some call, the close at the latest.
 */
final class WriteBehind {
  /** The most that is gathered, and so the most that a process can lose when it is killed. */
  static final int MOST = 64 << 10;

  /** Up to this length a put is small. */
  private static final int SMALL = MOST / 4;

  private final TargetFile target;
  private final DirectPut puts;
  private final ExtentList run = new ExtentList();
  private ByteBuffer gathered = ByteBuffer.allocateDirect(0);
  private long begin;

  /** Whose put is being made, and the first and last whose values were gathered. */
  private String current = "";

  private String first = "";
  private String last = "";

  WriteBehind(TargetFile target, DrainOptions options) {
    this.target = target;
    this.puts = new DirectPut(this::take, options);
  }

  void put(Array array, Region region, Object source, long offset, long length) throws IOException {
    current = array.name();
    puts.put(array, region, source, offset, length);
  }

  private void take(ExtentList extents, ByteBuffer data) throws IOException {
    int length = data.remaining();
    if (extents.size() > 1 || length > SMALL) {
      flush();
      target.write(extents, data);
      return;
    }
    long at = extents.offset(0);
    int have = gathered.position();
    if (have > 0 && (at != begin + have || length > gathered.remaining())) {
      flush();
      have = 0;
    }
    if (have == 0) {
      if (gathered.capacity() == 0) {
        gathered = ByteBuffer.allocateDirect(MOST);
      }
      begin = at;
      first = current;
    }
    last = current;
    gathered.put(data);
  }

  /**
   * Writes what was gathered.
   *
   * @throws NcException NC_EWRITE, naming whose values they are; they are kept
   */
  void flush() throws NcException {
    int length = gathered.position();
    if (length == 0) {
      return;
    }
    run.clear();
    run.add(begin, length);
    try {
      target.write(run, gathered.flip());
      gathered.clear();
    } catch (IOException | RuntimeException e) {
      gathered.limit(gathered.capacity()).position(length);
      throw failed(length, e);
    }
  }

  private NcException failed(int length, Exception cause) {
    String whose = "'" + first + (first.equals(last) ? "'" : "' to '" + last + "'");
    return new NcException(
            NcError.NC_EWRITE,
            "values put earlier into "
                + whose
                + ", "
                + length
                + " bytes, could not be written to "
                + target.path()
                + ": "
                + BurstlogException.reason(cause),
            cause)
        .offset(begin)
        .remedy("they are kept, and written by the next call that can; make it possible");
  }

  /** Lets go of what was gathered, for a file whose contents nobody wants. */
  void forget() {
    gathered.clear();
  }
}
