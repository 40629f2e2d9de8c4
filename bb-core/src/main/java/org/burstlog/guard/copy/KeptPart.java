package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.guard.parity.Contribution;
import org.burstlog.guard.parity.NoteFile;
import org.burstlog.guard.parity.ParityKeeper;
import org.burstlog.guard.parity.ParityNote;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.spare.SpareSessions;
import org.jspecify.annotations.Nullable;

/** A lane of a log of another node, of which chunks are kept here for parity. */
final class KeptPart implements Kept {
  private final KeptSet set;
  private final KeptSet.Member whose;
  private final Refusal refusal;
  private final Released released;
  private @Nullable SessionDirectory directory;
  private @Nullable NoteFile file;
  private @Nullable ParityNote note;
  private KeptSet.@Nullable Streams streams;
  private boolean ended;

  KeptPart(KeptSet set, KeptSet.Member whose, SpareSessions spares, Released released) {
    this.set = set;
    this.whose = whose;
    this.refusal = new Refusal(spares, "parity of a log of another node cannot be kept");
    this.released = released;
  }

  @Override
  public synchronized boolean take(Frame frame, ByteBuffer payload) throws IOException {
    if (ended) {
      return false;
    }
    switch (frame.kind) {
      case BEGIN, RESET -> {
        Frame.Announcement said = Frame.Announcement.read(payload);
        refusal.end();
        orRefuse(() -> begin(said));
        return true;
      }
      default -> {
        ParityNote now = note;
        KeptSet.Streams into = streams;
        boolean told = frame.kind == Frame.Kind.UP_TO;
        if (refusal.isRefusing() || now == null || into == null) {
          return false;
        }
        if (frame.generation != now.header().generation()) {
          return told;
        }
        orRefuse(
            () -> {
              synchronized (into) {
                take(into, now, frame, payload);
              }
            });
        return refusal.isRefusing() || told;
      }
    }
  }

  private void take(KeptSet.Streams into, ParityNote now, Frame frame, ByteBuffer payload)
      throws IOException {
    switch (frame.kind) {
      case DATA -> into.data.take(whose.member(), frame.position, payload.duplicate());
      case ENTRIES -> into.meta.take(whose.member(), frame.position, payload.duplicate());
      case CHUNK -> {
        Frame.Chunk chunk = Frame.Chunk.read(payload);
        ParityKeeper keeper = chunk.metadata() ? into.meta : into.data;
        keeper.complete(
            whose.member(),
            chunk.number(),
            new Contribution(
                now.header().rank(), now.header().generation(), chunk.length(), chunk.crc()));
        keeper.encode();
      }
      default -> {
        Frame.UpTo upTo = Frame.UpTo.read(payload);
        write(
            now.upTo(
                frame.position,
                upTo.covered(),
                upTo.placement().start(),
                upTo.placement().tail(),
                upTo.tally()));
      }
    }
  }

  /** Takes note of a generation of the lane, if it is not known. */
  private void begin(Frame.Announcement said) throws IOException {
    LogHeader header = said.header();
    ParityNote last = note;
    ParityNote.State state = ParityNote.State.KEPT;
    if (released.has(header.epoch(), said.began())) {
      header = header.withGeneration(header.generation() + 1);
      state = ParityNote.State.RELEASED;
    }
    if (last != null) {
      if (header.generation() < last.header().generation()) {
        return;
      }
      boolean same = header.generation() == last.header().generation();
      if (same && last.state() == ParityNote.State.KEPT) {
        streams = set.streams(header.epoch(), last.began(), whose.place());
        return;
      }
      boolean sameTurn =
          last.state() != ParityNote.State.RELEASED
              && header.epoch() == last.header().epoch()
              && said.began() == last.began();
      if (sameTurn && state == ParityNote.State.KEPT) {
        // Its chunks are part of what rebuilds others, and are not what it has now.
        state = ParityNote.State.ALONE;
      }
    }
    if (directory == null) {
      directory = set.directory();
    }
    ParityNote next =
        new ParityNote(
            said.name(),
            header,
            said.dataBlock(),
            said.began(),
            set.set(),
            whose.place(),
            whose.member(),
            set.self(),
            set.layout(),
            state,
            SlotDescriptor.BLOCK,
            0,
            SlotDescriptor.BLOCK,
            Long.MAX_VALUE,
            List.of());
    write(next);
    streams =
        state == ParityNote.State.KEPT
            ? set.streams(header.epoch(), said.began(), whose.place())
            : null;
    if (state == ParityNote.State.ALONE) {
      refusal.refuse(Acknowledgement.State.ALONE);
    }
  }

  private void write(ParityNote next) throws IOException {
    NoteFile into = file;
    if (into == null) {
      SessionDirectory where = set.directory();
      into = NoteFile.create(where.storage(), where.path(), next.log(), next.header().lane());
      file = into;
    }
    into.write(next);
    note = next;
  }

  private void orRefuse(Refusal.Step step) {
    refusal.orRefuse(step, () -> directory);
  }

  @Override
  public synchronized Acknowledgement acknowledge(int lane) {
    ParityNote now = note;
    return now == null
        ? new Acknowledgement(lane, refusal.why(), 0, 0, 0)
        : new Acknowledgement(
            lane, refusal.why(), now.header().generation(), now.metaEnd(), now.covered());
  }

  @Override
  public synchronized void release(int next) throws IOException {
    ParityNote now = note;
    if (now == null
        || ended
        || now.state() == ParityNote.State.RELEASED
        || !released.has(now.header().epoch(), now.began())) {
      return;
    }
    LogHeader header = now.header();
    streams = null;
    // Durably, as with a log: what is older must not be replayed over what comes now.
    write(
        new ParityNote(
            now.log(),
            header.withGeneration(header.generation() + 1).withEpoch(next),
            now.dataBlock(),
            now.began(),
            now.set(),
            now.place(),
            now.member(),
            now.keeper(),
            now.layout(),
            ParityNote.State.RELEASED,
            SlotDescriptor.BLOCK,
            0,
            SlotDescriptor.BLOCK,
            Long.MAX_VALUE,
            List.of()));
    NoteFile written = file;
    if (written != null) {
      written.force();
    }
  }

  @Override
  public synchronized void end(boolean deletes) throws IOException {
    ended = true;
    NoteFile open = file;
    ParityNote now = note;
    SessionDirectory where = directory;
    if (open == null) {
      return;
    }
    if (deletes && now != null && where != null) {
      open.delete(where.storage(), where.path(), now.log(), now.header().lane());
    } else {
      open.close();
    }
  }
}
