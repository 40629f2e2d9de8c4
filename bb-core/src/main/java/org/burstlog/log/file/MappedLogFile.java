package org.burstlog.log.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.Lane;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * A lane written by storing to mapped memory.
 *
 * <p>It grows by segments whose space is allocated before they are mapped, so that no store ever
 * meets a page without a block behind it. The next segment is prepared by another thread as soon as
 * half of the last one is used by small puts. Large ones are written behind the last segment, and
 * become a segment when they are read or the log is used again. Segments stay mapped until the file
 * is closed: a reused log meets no page fault.
 */
public final class MappedLogFile implements LogFile {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int PAGE = 4096;

  /**
   * The kernel keeps a file in pieces of up to this size, and a store to one makes it look for
   * blocks for the whole piece. In a file that others share, a segment must therefore not end
   * inside of one: behind it may be a hole, for which a full disk has no blocks.
   */
  public static final int LARGEST_PIECE = 1 << 21;

  private final WarmFile warm;
  private final StorageFile file;
  private final Lane lane;
  private final int largest;
  private final Budget budget;
  private final Executor ahead;

  /** Segments begin and end at multiples of this. */
  private final int unit;

  /** Guards growth: by the thread that puts, or ahead of it. */
  private final Object growth = new Object();

  private volatile Segment[] segments;
  private @Nullable Segment prepared;

  /** What large puts write behind the last segment; segments are made elsewhere when this is on. */
  private final FreshSpace fresh;

  private final boolean writesLarge;
  private boolean writesFresh;

  /**
   * Whether the last segment ends inside of a piece, so that nothing may be stored near its end.
   */
  private volatile boolean ragged;

  private int nextSize;

  /** Up to where there are segments; written under growth. */
  private volatile long end;

  /**
   * Reserving past this makes a segment, or has one prepared; used only by the thread that puts.
   */
  private long enough;

  private int tail;

  /**
   * Opens a lane that is empty.
   *
   * @param warm the file, and what is mapped of it already; closed with this
   * @param lane which part of it
   * @param first size of the first segment
   * @param largest size no segment exceeds; each is twice the one before until then
   * @param budget what limits the space it takes
   * @param ahead runs what prepares segments
   * @param writesLarge whether large puts may be written behind the segments
   */
  public MappedLogFile(
      WarmFile warm,
      Lane lane,
      int first,
      int largest,
      Budget budget,
      Executor ahead,
      boolean writesLarge) {
    this.warm = warm;
    this.file = warm.file();
    this.lane = lane;
    this.unit = least(lane);
    this.segments = warm.segments();
    this.end = warm.bytes();
    int next = (int) Math.min(Math.max(first, end), largest);
    this.nextSize = Math.max(unit, next / unit * unit);
    this.largest = Math.max(unit, largest / unit * unit);
    this.budget = budget;
    this.ahead = ahead;
    this.writesLarge = writesLarge;
    this.fresh = new FreshSpace(file, lane, budget);
  }

  /**
   * Tells how small a lane can be.
   *
   * @param lane which part of a file
   * @return bytes that it grows by at least
   */
  public static int least(Lane lane) {
    return lane.lanes() == 1 ? PAGE : (int) Math.min(LARGEST_PIECE, lane.blockSize());
  }

  @Override
  public void reserve(long from, long to) throws IOException {
    if (to <= enough && !ragged) {
      return;
    }
    boolean large = writesLarge && to - from >= FreshSpace.LARGE;
    if (ragged && from < end) {
      synchronized (growth) {
        pad();
      }
    }
    if (to > end && !(large && reserveFresh(from, to))) {
      grow(to);
    }
    Segment last = segments[segments.length - 1];
    long half = last.start + last.size / 2;
    if (to <= half) {
      enough = half;
    } else if (!large) {
      enough = end;
      ahead.execute(this::prepare);
    }
  }

  /** Lets a large put write what it has not yet a segment for. */
  private boolean reserveFresh(long from, long to) throws IOException {
    synchronized (growth) {
      if (segments.length == 0) {
        return false;
      }
      if (writesFresh && from < fresh.end()) {
        // The log is used again.
        adopt();
        pad();
      }
      Segment spare = prepared;
      if (spare != null) {
        prepared = null;
        append(spare);
      }
      if (to > end) {
        if (!writesFresh) {
          fresh.begin(end);
          writesFresh = true;
        }
        fresh.reserve(to);
      }
      return true;
    }
  }

  /** Makes segments of what large puts have written. */
  private void adopt() throws IOException {
    if (writesFresh) {
      while (end < fresh.end()) {
        long most = Math.min(largest, lane.contiguous(end));
        int size = (int) Math.min(fresh.end() - end, most);
        append(new Segment(end, size, file.map(lane.inFile(end), size)));
      }
      fresh.settle();
      writesFresh = false;
      ragged = lane.lanes() > 1 && end % unit != 0;
    }
  }

  /** Goes on to where a piece ends, see {@link #LARGEST_PIECE}. */
  private void pad() throws IOException {
    if (writesFresh || !ragged) {
      return;
    }
    int size = (int) (unit - end % unit);
    long at = lane.inFile(end);
    int taken = budget.takeZeros(size, size, 1);
    try {
      file.allocate(at, size);
      append(new Segment(end, size, file.map(at, size)));
      ragged = false;
    } catch (IOException e) {
      budget.giveBack(taken);
      throw e;
    }
  }

  private void append(Segment segment) {
    Segment[] more = Arrays.copyOf(segments, segments.length + 1);
    more[segments.length] = segment;
    segments = more;
    end = segment.start + segment.size;
  }

  private void grow(long to) throws IOException {
    synchronized (growth) {
      adopt();
      pad();
      int before = segments.length;
      int sizeBefore = nextSize;
      try {
        while (end < to) {
          Segment segment = prepared != null ? prepared : allocate(to - end);
          prepared = null;
          append(segment);
        }
      } catch (IOException e) {
        nextSize = sizeBefore;
        giveBack(before, e);
        throw e;
      }
    }
  }

  /** Undoes growth that did not reach its end, so that others, and smaller puts, find the space. */
  private void giveBack(int keep, IOException cause) {
    Segment[] all = segments;
    segments = Arrays.copyOf(all, keep);
    end = keep == 0 ? 0 : all[keep - 1].start + all[keep - 1].size;
    for (int i = keep; i < all.length; i++) {
      budget.giveBack(all[i].size);
      try {
        all[i].mapping.close();
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
    cutOff(cause);
  }

  /**
   * Returns space behind the last segment. In a file that others share it stays where it is; the
   * same blocks are taken when this lane grows again.
   */
  private void cutOff(IOException cause) {
    if (lane.lanes() == 1) {
      try {
        file.truncate(end);
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
  }

  /** Runs in another thread than the one that puts. */
  private void prepare() {
    synchronized (growth) {
      if (prepared == null && !writesFresh && !ragged) {
        try {
          Segment next = allocate(PAGE);
          next.touch();
          prepared = next;
        } catch (IOException e) {
          // Nothing is lost yet: the put that needs the space tries again and reports the failure.
          prepared = null;
        }
      }
    }
  }

  /** Allocates and maps one segment behind the last, smaller ones when space is short. */
  private Segment allocate(long needed) throws IOException {
    int wanted = (int) Math.min(nextSize, lane.contiguous(end));
    int least = (int) Math.min(wanted, (needed + unit - 1) / unit * unit);
    long below = (lane.length(budget.largestFile()) - end) / unit * unit;
    int size = budget.takeZeros(least, (int) Math.max(least, Math.min(wanted, below)), unit);
    long at = lane.inFile(end);
    try {
      while (true) {
        try {
          file.allocate(at, size);
          break;
        } catch (NoSpaceException e) {
          cutOff(e);
          if (size <= least) {
            throw e;
          }
          int smaller = Math.max(least, size / 2 / unit * unit);
          budget.giveBack(size - smaller);
          size = smaller;
        }
      }
      Segment segment = new Segment(end, size, file.map(at, size));
      if (nextSize < largest) {
        nextSize = (int) Math.min(largest, nextSize * 2L);
      }
      return segment;
    } catch (IOException e) {
      budget.giveBack(size);
      throw e;
    }
  }

  @Override
  public void copy(long position, Object source, long offset, long length, CRC32C crc)
      throws IOException {
    long stored = Math.max(0, Math.min(length, end - position));
    long done = 0;
    while (done < stored) {
      Segment s = segment(position + done);
      int index = (int) (position + done - s.start);
      int step = (int) Math.min(stored - done, s.size - index);
      s.memory.copy(index, source, offset + done, step, crc);
      done += step;
    }
    if (done < length) {
      fresh.copy(position + done, source, offset + done, length - done, crc);
    }
  }

  @Override
  public void commit(long position, ByteBuffer entry) {
    Segment s = segment(position);
    int index = (int) (position - s.start);
    int length = entry.limit();
    entry.limit(length + Long.BYTES).putLong(length, 0);
    if (index + length + Long.BYTES <= s.size) {
      s.memory.bytes.put(index + Long.BYTES, entry, Long.BYTES, length);
    } else {
      write(position + Long.BYTES, entry.position(Long.BYTES));
    }
    // Release: no compiler moves a store of the entry or of its data behind the one that commits.
    LONG.setRelease(s.memory.bytes, index, entry.getLong(EntryDescriptor.COMMIT_AT));
  }

  @Override
  public void write(long position, ByteBuffer bytes) {
    int from = bytes.position();
    int length = bytes.remaining();
    for (int done = 0; done < length; ) {
      Segment s = segment(position + done);
      int index = (int) (position + done - s.start);
      int step = Math.min(length - done, s.size - index);
      s.memory.bytes.put(index, bytes, from + done, step);
      done += step;
    }
    bytes.position(bytes.limit());
  }

  @Override
  public void store(int position, long word) {
    LONG.setRelease(segments[0].memory.bytes, position, word);
  }

  @Override
  public void sync(long from, long to) throws IOException {
    // Where what is mapped ends inside of a page, what was written behind it begins on a page of
    // mapped memory, of which a sync of the file promises nothing.
    long first = to > end ? Math.min(from, end - 1) : from;
    for (Segment s : segments) {
      long begin = Math.max(first, s.start);
      long stop = Math.min(to, s.start + s.size);
      if (begin < stop) {
        s.mapping.force((int) (begin - s.start), (int) (stop - begin));
      }
    }
    if (to > end) {
      file.force();
    }
  }

  @Override
  public DataView view() {
    return new MappedView(this::reaching);
  }

  @Override
  public long allocated() {
    return Math.max(end, fresh.end());
  }

  /** Lets go of the file and of what is mapped, for another log; this is as if closed then. */
  public WarmFile release() throws IOException {
    synchronized (growth) {
      adopt();
      pad();
      return letGo();
    }
  }

  private WarmFile letGo() {
    Segment ahead = prepared;
    if (ahead != null) {
      append(ahead);
    }
    warm.hold(segments);
    segments = new Segment[0];
    prepared = null;
    end = 0;
    enough = 0;
    return warm;
  }

  @Override
  public void close() throws IOException {
    synchronized (growth) {
      letGo().close();
    }
  }

  private Segment segment(long position) {
    Segment[] all = segments;
    if (tail >= all.length || !all[tail].holds(position)) {
      tail = Segment.find(all, position);
    }
    return all[tail];
  }

  /** Returns the segments, the one of a position among them. */
  private Segment[] reaching(long position) throws IOException {
    if (position >= end) {
      synchronized (growth) {
        adopt();
      }
    }
    if (position >= end) {
      throw new EOFException(file + ": ends before position " + position);
    }
    return segments;
  }
}
