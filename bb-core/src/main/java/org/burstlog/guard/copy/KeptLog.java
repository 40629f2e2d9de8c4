package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.log.LogCopy;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareSessions;
import org.jspecify.annotations.Nullable;

/** A copy of a lane of a log of another node. */
final class KeptLog implements Kept {
  private final Place place;
  private final LogOptions options;
  private final Refusal refusal;
  private final Released released;
  private @Nullable SessionDirectory directory;
  private @Nullable LogCopy copy;
  private long began;
  private boolean ended;

  /** Makes the directory for copies of a node, or finds it made. */
  interface Place {
    SessionDirectory make() throws IOException;
  }

  /**
   * A log that is not known yet.
   *
   * @param place where it is kept
   * @param options how it is written
   * @param spares what is given up where there is no space
   */
  KeptLog(Place place, LogOptions options, SpareSessions spares, Released released) {
    this.place = place;
    this.options = options;
    this.refusal = new Refusal(spares, "a copy of a log of another node cannot be written");
    this.released = released;
  }

  @Override
  public synchronized boolean take(Frame frame, ByteBuffer payload) throws IOException {
    if (ended) {
      return false;
    }
    switch (frame.kind) {
      case BEGIN -> begin(Frame.Announcement.read(payload));
      case RESET -> reset(Frame.Announcement.read(payload));
      default -> {
        LogCopy open = copy;
        if (refusal.isRefusing() || open == null) {
          return false;
        }
        if (frame.generation != open.header().generation()) {
          return frame.kind == Frame.Kind.ENTRIES;
        }
        orRefuse(() -> take(open, frame, payload));
        return refusal.isRefusing() || frame.kind == Frame.Kind.ENTRIES;
      }
    }
    return true;
  }

  private static void take(LogCopy open, Frame frame, ByteBuffer payload) throws IOException {
    switch (frame.kind) {
      case DATA -> {
        if (frame.position < SlotDescriptor.BLOCK) {
          throw new IOException("data at " + frame.position + ", inside of the header");
        }
        open.data(frame.position, payload.duplicate());
      }
      case ENTRIES -> {
        // What was sent before a connection was lost may be sent again, from an earlier position.
        long there = open.metaEnd() - frame.position;
        if (there >= 0 && there < payload.remaining()) {
          open.entries(payload.duplicate().position((int) there));
        }
      }
      default -> {
        ByteBuffer words = payload.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        List<Long> tally = new ArrayList<>();
        while (words.remaining() >= Long.BYTES) {
          tally.add(words.getLong());
        }
        open.tally(tally);
      }
    }
  }

  private void begin(Frame.Announcement said) throws IOException {
    refusal.end();
    if (copy == null) {
      began = said.began();
      orRefuse(
          () -> {
            SessionDirectory made = place.make();
            directory = made;
            copy = LogCopy.begin(made, said.name(), current(said), said.dataBlock(), options);
          });
    }
  }

  /** What is in the target already begins anew here. */
  private LogHeader current(Frame.Announcement said) {
    LogHeader header = said.header();
    return released.has(header.epoch(), said.began())
        ? header.withGeneration(header.generation() + 1)
        : header;
  }

  private void reset(Frame.Announcement said) {
    LogCopy open = copy;
    LogHeader header = current(said);
    if (open == null || header.generation() < open.header().generation()) {
      return;
    }
    began = said.began();
    if (!header.equals(open.header())) {
      refusal.end();
      orRefuse(() -> open.reset(header));
    }
  }

  private void orRefuse(Refusal.Step step) {
    SessionDirectory where = directory;
    refusal.orRefuse(step, () -> where);
  }

  @Override
  public synchronized Acknowledgement acknowledge(int lane) {
    LogCopy open = copy;
    return open == null
        ? new Acknowledgement(lane, refusal.why(), 0, 0, 0)
        : new Acknowledgement(
            lane, refusal.why(), open.header().generation(), open.metaEnd(), open.covered());
  }

  @Override
  public synchronized void release(int next) throws IOException {
    LogCopy open = copy;
    if (open != null && !ended && released.has(open.header().epoch(), began)) {
      open.release(next);
    }
  }

  @Override
  public synchronized void end(boolean deletes) throws IOException {
    ended = true;
    LogCopy open = copy;
    if (open == null) {
      return;
    }
    if (deletes) {
      open.delete();
    } else {
      open.close();
    }
  }
}
