package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.burstlog.log.LogTail;
import org.burstlog.log.LogWriter;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.TallyDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * A log of this process as it is copied to one keeper. All but what was acknowledged is for the
 * thread of the link alone.
 */
final class CopiedLog {
  /** When a keeper has refused something, it is asked again after so long. */
  private static final long RETRY = 1_000_000_000;

  private final int number;
  private final LogWriter log;
  private final LogTail tail;
  private final ByteBuffer entries;
  private final ByteBuffer payload;

  /** What the keeper is to have of it; null where it is all. */
  private final @Nullable LogPart part;

  /** Of how much data entries are sent together. */
  private static final long TOGETHER = 1 << 20;

  private enum Standing {
    /** The keeper does not know of it. */
    UNKNOWN,
    /** It was asked what it has. */
    ASKED,
    /** It takes what is sent. */
    TAKEN,
    /** It has refused something. */
    REFUSED
  }

  private Standing standing = Standing.UNKNOWN;
  private long refusedAt;

  /** What was sent last: of this generation, entries up to here, and data. */
  private int generation;

  private long meta;
  private long data;
  private List<Long> tally = List.of();

  /** What the keeper has told last; written by the thread of the link. */
  private volatile Acknowledgement kept;

  CopiedLog(
      int number, LogWriter log, ByteBuffer entries, ByteBuffer payload, @Nullable LogPart part) {
    this.part = part;
    this.number = number;
    this.log = log;
    this.tail = log.tail();
    this.entries = entries;
    this.payload = payload;
    this.kept = new Acknowledgement(number, Acknowledgement.State.KEPT, 0, 0, 0);
  }

  LogWriter log() {
    return log;
  }

  /** Tells whether the keeper has all of a generation up to a position, or need not have it. */
  boolean covers(int itsGeneration, long to) {
    Acknowledgement now = kept;
    return now.generation() > itsGeneration
        || (now.generation() == itsGeneration && now.metaEnd() >= to);
  }

  /** Tells whether the keeper has an older generation than the log. */
  boolean isStale() throws IOException {
    LogTail.Look look = tail.look();
    Acknowledgement now = kept;
    return look != null && now.generation() > 0 && now.generation() < look.header().generation();
  }

  /** How many bytes the keeper is behind. */
  long behind() throws IOException {
    LogTail.Look look = tail.look();
    if (look == null) {
      return 0;
    }
    Acknowledgement now = kept;
    int own = look.header().generation();
    long all = look.metaEnd() - SlotDescriptor.BLOCK + look.filled();
    if (now.generation() > own) {
      return 0;
    }
    return now.generation() < own
        ? all
        : look.metaEnd() - now.metaEnd() + look.filled() - now.covered();
  }

  /** Tells whether anything was sent that the keeper has not told of. */
  boolean isAwaited() {
    return standing == Standing.ASKED || (standing == Standing.TAKEN && !covers(generation, meta));
  }

  boolean isRefused() {
    return standing == Standing.REFUSED;
  }

  /** The connection is another one, or none. */
  void disconnected() {
    standing = Standing.UNKNOWN;
  }

  /** Takes what the keeper tells. */
  void told(Acknowledgement ack, long now) {
    if (ack.state() != Acknowledgement.State.KEPT) {
      standing = Standing.REFUSED;
      refusedAt = now;
    } else if (standing == Standing.ASKED) {
      standing = Standing.TAKEN;
      generation = ack.generation();
      meta = ack.metaEnd();
      data = ack.covered();
      tally = List.of();
    }
    kept = ack;
  }

  /**
   * Sends one piece of what the keeper has not, if there is any.
   *
   * @return bytes of the log that were sent; 0 when there was nothing to send
   */
  long send(Connection to, Consumer<Acknowledgement> taker, long now) throws IOException {
    LogTail.Look look = tail.look();
    if (look == null) {
      return 0;
    }
    int own = look.header().generation();
    switch (standing) {
      case UNKNOWN, REFUSED -> {
        if (standing == Standing.REFUSED && now - refusedAt < RETRY) {
          return 0;
        }
        standing = Standing.ASKED;
        announce(look);
        to.send(Frame.Kind.BEGIN, number, own, 0, payload, taker);
        return 1;
      }
      case TAKEN -> {
        if (own < kept.generation()) {
          // It is proven in the target, and the keeper knows.
          return 0;
        }
        if (own != generation || kept.generation() > generation) {
          announce(look);
          to.send(Frame.Kind.RESET, number, own, 0, payload, taker);
          generation = own;
          meta = SlotDescriptor.BLOCK;
          data = 0;
          tally = List.of();
          return 1;
        }
        if (meta < look.metaEnd()) {
          return sendRecords(look, to, taker);
        }
        return sendTally(look, to, taker);
      }
      default -> {
        return 0;
      }
    }
  }

  private void announce(LogTail.Look look) {
    new Frame.Announcement(log.name(), look.header(), look.dataBlock(), look.began())
        .write(payload);
  }

  private long sendRecords(LogTail.Look look, Connection to, Consumer<Acknowledgement> taker)
      throws IOException {
    int most = (int) Math.min(look.metaEnd() - meta, entries.capacity());
    if (!tail.readEntries(generation, meta, entries.clear().limit(most))) {
      return 0;
    }
    entries.order(ByteOrder.LITTLE_ENDIAN).flip();
    int end = 0;
    long covered = data;
    int length = LogTail.entryLength(entries, end, most);
    while (length > 0) {
      long more = LogTail.dataOfEntry(entries, end);
      if (end > 0 && covered + more - data > TOGETHER) {
        break;
      }
      covered += more;
      end += length;
      length = LogTail.entryLength(entries, end, most);
    }
    if (end == 0) {
      throw new IllegalStateException(log.name() + ": no entry at " + meta);
    }
    LogPart wanted = part;
    long sent =
        wanted == null
            ? sendAll(look, end, covered, to, taker)
            : wanted.send(
                new LogPart.Shipment(number, generation, meta, end, data, covered),
                tail,
                look,
                entries,
                payload,
                to,
                taker);
    if (sent > 0) {
      meta += end;
      data = covered;
    }
    return sent;
  }

  /** Sends entries and their data, as they are; 0 when the log is of another generation now. */
  private long sendAll(
      LogTail.Look look, int end, long covered, Connection to, Consumer<Acknowledgement> taker)
      throws IOException {
    for (long at = data; at < covered; ) {
      long position = look.placement().at(at);
      int piece =
          (int) Math.min(Math.min(Frame.MOST, covered - at), look.placement().contiguous(at));
      if (!tail.readData(generation, position, payload.clear().limit(piece))) {
        return 0;
      }
      to.send(Frame.Kind.DATA, number, generation, position, payload.flip(), taker);
      at += piece;
    }
    to.send(Frame.Kind.ENTRIES, number, generation, meta, entries.limit(end).position(0), taker);
    return end + covered - data;
  }

  private long sendTally(LogTail.Look look, Connection to, Consumer<Acknowledgement> taker)
      throws IOException {
    if (tally.equals(look.tally())) {
      return 0;
    }
    tally = look.tally();
    if (part != null) {
      ByteBuffer upTo = new Frame.UpTo(data, look.placement(), tally).write(payload);
      to.send(Frame.Kind.UP_TO, number, generation, meta, upTo, taker);
      return Long.BYTES;
    }
    payload.clear().order(ByteOrder.LITTLE_ENDIAN);
    for (long word : tally) {
      payload.putLong(word);
    }
    to.send(Frame.Kind.TALLY, number, generation, TallyDescriptor.MARK_AT, payload.flip(), taker);
    return Long.BYTES;
  }
}
