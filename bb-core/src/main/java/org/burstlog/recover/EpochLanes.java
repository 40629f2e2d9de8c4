package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.plan.Limits;
import org.burstlog.plan.PendingReader;
import org.jspecify.annotations.Nullable;

/**
 * Lanes of one epoch of a session that nobody writes any more: in which order those of several
 * processes are makes no difference. A lane is read when somebody wants something of it.
 */
final class EpochLanes implements ServedLanes {
  /** Who reads for others takes up one region after the other, and each again and again. */
  static final Limits OF_A_PART = new Limits(64 << 10, 8192, 32768);

  private final OpenLogs logs;
  private final List<Unread> unread = new ArrayList<>();
  private final MergedRecords records = new MergedRecords();
  private final PendingReader reader;
  private long first = Long.MAX_VALUE;
  private long end;

  /** A lane whose records nobody needed so far. */
  private record Unread(Path meta, EndedLanes.Span span) {}

  /** Is told of what cannot be read; null where that must not be. */
  private final @Nullable Trust trust;

  private EpochLanes(OpenLogs logs, @Nullable Trust trust, Limits limits) {
    this.logs = logs;
    this.trust = trust;
    this.reader =
        new PendingReader(
            records.index(), () -> List.copyOf(records.arrays()), records.view(), limits);
  }

  /** Lanes that are read at once. */
  static EpochLanes whole(OpenLogs logs, @Nullable Trust trust) {
    return new EpochLanes(logs, trust, new Limits(1 << 20, 8192, 32768));
  }

  /** Lanes of which parts are handed out. */
  static EpochLanes inParts(OpenLogs logs, @Nullable Trust trust) {
    return new EpochLanes(logs, trust, OF_A_PART);
  }

  void add(EndedLanes.Span lane, Path meta) {
    unread.add(new Unread(meta, lane));
    first = Math.min(first, lane.first());
    end = Math.max(end, lane.end());
  }

  /** Tells whether any lane may have something of a region. */
  boolean mayHave(Footprint wanted) {
    return wanted.first() < end && wanted.last() >= first;
  }

  /** Reads what there may be of a region, as {@link PendingReader#read}. */
  long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException {
    load(footprint);
    return reader.read(array, region, into, offset);
  }

  /** As above, into memory that knows what of it is filled. */
  void read(Footprint footprint, RegionFill into) throws IOException {
    load(footprint);
    into.takeFrom(reader);
  }

  @Override
  public Handout handOut(Array array, Region region) {
    long[] from = {0};
    return taker -> {
      from[0] = walk(array, region, from[0], taker);
      return from[0] == PendingReader.END;
    };
  }

  private long walk(Array array, Region region, long from, PendingReader.Taker taker)
      throws IOException {
    try {
      return reader.walk(array, region, from, taker);
    } catch (IOException e) {
      if (trust == null) {
        throw e;
      }
      trust.lose(e);
      return PendingReader.END;
    }
  }

  @Override
  public void load(Footprint footprint) throws IOException {
    for (Iterator<Unread> all = unread.iterator(); all.hasNext(); ) {
      Unread lane = all.next();
      if (lane.span.mayHave(footprint)) {
        all.remove();
        loadIfThere(lane);
      }
    }
  }

  private void loadIfThere(Unread lane) throws IOException {
    try {
      load(lane);
    } catch (IOException e) {
      if (trust == null) {
        unread.add(lane);
        throw e;
      }
      trust.lose(e);
    }
  }

  private void load(Unread lane) throws IOException {
    LaneReader from = logs.records(lane.meta, lane.span.part());
    MergedRecords.Lane into = records.lane(from.header(), logs.view(lane.meta, lane.span.part()));
    long count = 0;
    for (LogRecord r = next(from); r != null; r = next(from)) {
      into.add(r);
      count++;
    }
    from.rest();
    if (count != lane.span.records()) {
      throw new IOException(
          lane.meta
              + " has "
              + count
              + " whole records, and had "
              + lane.span.records()
              + "; somebody has changed it");
    }
  }

  /** What is behind the last record of a lane that is retained is of no concern. */
  private @Nullable LogRecord next(LaneReader from) throws IOException {
    return trust == null ? from.next() : from.nextWritten();
  }
}
