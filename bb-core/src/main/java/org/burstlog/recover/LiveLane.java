package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.plan.PendingReader;
import org.burstlog.storage.Storage;

/** What the process of a lane has put into it so far, while it goes on. */
final class LiveLane implements Closeable {
  private final Path meta;
  private final LogReader log;
  private final LaneReader lane;
  private final MergedRecords records = new MergedRecords();
  private final MergedRecords.Lane into;
  private final PendingReader reader;

  /** Of which other processes get part after part. */
  private final PendingReader parts;

  private final Footprint footprint = new Footprint();
  private long first = Long.MAX_VALUE;
  private long end;

  /** Whether data was taken from the log since {@link #isStill} was asked. */
  private boolean used;

  private LiveLane(Path meta, LogReader log, LaneReader lane) {
    this.meta = meta;
    this.log = log;
    this.lane = lane;
    this.into = records.lane(lane.header(), new Watched(lane.view()));
    this.reader =
        new PendingReader(records.index(), () -> List.copyOf(records.arrays()), records.view());
    this.parts =
        new PendingReader(
            records.index(),
            () -> List.copyOf(records.arrays()),
            records.view(),
            EpochLanes.OF_A_PART);
  }

  /** Opens a lane. */
  static LiveLane open(Storage storage, Path meta, int lane) throws IOException {
    LogReader log = LogReader.open(storage, meta);
    try {
      return new LiveLane(meta, log, log.lane(lane));
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /** Notes that data was taken. */
  private final class Watched implements DataView {
    private final DataView data;

    Watched(DataView data) {
      this.data = data;
    }

    @Override
    public int seek(long position, int wanted) throws IOException {
      used = true;
      return data.seek(position, wanted);
    }

    @Override
    public ByteBuffer buffer() {
      return data.buffer();
    }

    @Override
    public int index() {
      return data.index();
    }
  }

  LogHeader header() {
    return lane.header();
  }

  /** Tells whether it is a lane of a log. */
  boolean isOf(Path log, int index) {
    return meta.equals(log) && header().lane() == index;
  }

  /** Takes in what was put since. */
  void look() throws IOException {
    lane.lookAgain();
    for (LogRecord r = lane.nextWritten(); r != null; r = lane.nextWritten()) {
      into.add(r);
      if (!footprint.set(r.array(), r.region()).isEmpty()) {
        first = Math.min(first, footprint.first());
        end = Math.max(end, footprint.last() + 1);
      }
    }
  }

  /** As {@link #look}, and it matters whether the log is what it was, whatever is read of it. */
  void catchUp() throws IOException {
    used = true;
    try {
      look();
    } catch (IOException e) {
      throwUnlessGone(e);
    }
  }

  long read(Array array, Region region, Footprint wanted, Object memory, long offset)
      throws IOException {
    if (wanted.first() >= end || wanted.last() < first) {
      return 0;
    }
    try {
      return reader.read(array, region, memory, offset);
    } catch (IOException e) {
      throwUnlessGone(e);
      return 0;
    }
  }

  void read(Footprint wanted, RegionFill memory) throws IOException {
    try {
      if (wanted.first() < end && wanted.last() >= first) {
        memory.takeFrom(reader);
      }
    } catch (IOException e) {
      throwUnlessGone(e);
    }
  }

  /** Hands out what there is of a region, as {@link PendingReader#walk}. */
  long walk(Array array, Region region, long from, PendingReader.Taker taker) throws IOException {
    try {
      return parts.walk(array, region, from, taker);
    } catch (IOException e) {
      throwUnlessGone(e);
      return PendingReader.END;
    }
  }

  /** A log that was given back meanwhile may have been cut off: then it is no more what it was. */
  private void throwUnlessGone(IOException e) throws IOException {
    if (isStill()) {
      throw e;
    }
    used = true;
  }

  /** Tells whether the log holds what it held, if any of it was used since this was asked last. */
  boolean isStillIfUsed() throws IOException {
    if (!used) {
      return true;
    }
    used = false;
    return isStill();
  }

  /** Tells whether the log holds what it held when it was opened, and perhaps more. */
  boolean isStill() throws IOException {
    return log.isStill(header());
  }

  /** Returns the number that the process has left for readers, as it is now. */
  long mark() throws IOException {
    return log.mark(header().lane());
  }

  /** Returns the first byte of the target behind all that the lane has. */
  long end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
