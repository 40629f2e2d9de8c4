package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.group.Ending;
import org.burstlog.guard.parity.Body;
import org.burstlog.guard.parity.KeptStripes;
import org.burstlog.guard.parity.ParityNote;
import org.burstlog.guard.parity.Rebuild;
import org.burstlog.guard.parity.Rebuilt;
import org.burstlog.guard.parity.Shelf;
import org.burstlog.guard.parity.Stream;
import org.burstlog.guard.parity.StripeLayout;
import org.burstlog.log.LogCopy;
import org.burstlog.log.LogTail;
import org.burstlog.log.file.Placement;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a lane from the parity of its set, as a copy of the log: data first, then as many
 * entries as have all of their data.
 */
final class LaneRebuild {
  private final LostLane lost;
  private final List<LostLane.Noted> notes;
  private final Sight sight;
  private final LogCopy copy;
  private final List<Closeable> open = new ArrayList<>();

  /** Up to where data is there without a gap. */
  private long dataEnd;

  /** How much data the entries cover so far. */
  private long covered;

  private long metaEnd;
  private boolean ended;
  private boolean wrong;
  private ByteBuffer rest = ByteBuffer.allocate(0);

  /** Where the files of the set can be read. */
  interface Sight {
    /** Returns the door to the files of a directory. */
    Shelf to(FoundDirectory directory);

    /** Returns the directory in which a log is read; null where it is not there. */
    @Nullable FoundDirectory of(String log);
  }

  private LaneRebuild(LostLane lost, List<LostLane.Noted> notes, Sight sight, LogCopy copy) {
    this.lost = lost;
    this.notes = notes;
    this.sight = sight;
    this.copy = copy;
  }

  /**
   * Rebuilds one.
   *
   * @param lost the lane
   * @param notes all notes of the session
   * @param sight what can be read
   * @param into where the copy is made
   * @return whether all of it is there that had arrived; else there is no copy
   */
  static boolean run(LostLane lost, List<LostLane.Noted> notes, Sight sight, SessionDirectory into)
      throws IOException {
    ParityNote latest = lost.latest();
    LogOptions options = LogOptions.DEFAULT.with(LogOptions.Access.WRITTEN);
    LogCopy copy = LogCopy.begin(into, lost.log(), latest.header(), latest.dataBlock(), options);
    boolean whole;
    try (copy) {
      whole =
          latest.state() == ParityNote.State.RELEASED
              || new LaneRebuild(lost, notes, sight, copy).rebuild();
    }
    return whole;
  }

  private boolean rebuild() throws IOException {
    Placement placement = new Placement(lost.latest().start(), lost.latest().tail());
    Ending ending = new Ending();
    boolean[] whole = new boolean[1];
    ending.run(
        () -> {
          Rebuilt data = body(false, (at, bytes) -> takeData(placement, at, bytes));
          dataEnd = data.prefix();
          Rebuilt meta = body(true, this::takeEntries);
          // A part of an entry has not arrived yet, or what says how long it is is not right.
          wrong |= rest.remaining() >= Integer.BYTES && !EntryDescriptor.plausible(rest.getInt(0));
          wrong |= rest.hasRemaining() && !ended && meta.gone().isEmpty();
          whole[0] = !data.lost() && !meta.lost() && !wrong;
          if (whole[0]
              && SlotDescriptor.BLOCK + metaEnd - rest.remaining() == lost.latest().metaEnd()
              && !ended
              && !lost.latest().tally().isEmpty()) {
            copy.tally(lost.latest().tally());
          }
        });
    open.forEach(one -> ending.run(one::close));
    ending.finish();
    return whole[0];
  }

  private Rebuilt body(boolean metadata, Rebuild.Sink into) throws IOException {
    ParityNote latest = lost.latest();
    StripeLayout layout = latest.layout();
    Stream stream = latest.stream(metadata);
    @Nullable Body[] bodies = new Body[layout.members()];
    @Nullable KeptStripes[] kept = new KeptStripes[layout.members()];
    long[] told = new long[layout.members()];
    Arrays.fill(told, -1);
    for (LostLane.Noted noted : notes) {
      ParityNote note = noted.note();
      int keeper = note.keeper();
      if (note.set() == latest.set() && keeper != latest.member() && kept[keeper] == null) {
        FoundDirectory directory = noted.directory();
        KeptStripes stripes =
            KeptStripes.find(sight.to(directory), directory.path(), stream, layout);
        open.add(stripes);
        kept[keeper] = stripes;
        told[keeper] = lost.told(directory, metadata, SlotDescriptor.BLOCK);
      }
      boolean another = note.member() != latest.member() && note.stream(metadata).equals(stream);
      if (another && bodies[note.member()] == null) {
        bodies[note.member()] = bodyOf(latestOf(note), metadata);
      }
    }
    return new Rebuild(layout, bodies, kept).rebuild(latest.member(), told, into);
  }

  /** Returns what is known last of the lane of a note: where its data lies may have changed. */
  private ParityNote latestOf(ParityNote note) {
    ParityNote latest = note;
    for (LostLane.Noted other : notes) {
      ParityNote its = other.note();
      if (its.log().equals(note.log())
          && its.header().equals(note.header())
          && its.covered() > latest.covered()) {
        latest = its;
      }
    }
    return latest;
  }

  /** Opens the log of a member that is there; null where it is not. */
  private @Nullable Body bodyOf(ParityNote note, boolean metadata) throws IOException {
    LogHeader header = note.header();
    FoundDirectory directory = sight.of(note.log());
    if (directory == null) {
      return null;
    }
    ReadableFile file;
    try {
      file =
          sight
              .to(directory)
              .open(
                  directory
                      .path()
                      .resolve(note.log() + (metadata ? FoundLog.META : FoundLog.DATA)));
    } catch (NoSuchFileException e) {
      return null;
    }
    open.add(file);
    long block = metadata ? header.blockSize() : note.dataBlock();
    Lane lane = header.lanes() == 1 ? Lane.SOLE : new Lane(header.lane(), header.lanes(), block);
    return metadata
        ? new Body(file, lane, header.generation())
        : new Body(file, lane, header.generation(), note.start(), note.tail());
  }

  private void takeData(Placement placement, long position, ByteBuffer bytes) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      int length = (int) Math.min(bytes.remaining(), placement.contiguous(at));
      copy.data(placement.at(at), bytes.slice(bytes.position(), length));
      bytes.position(bytes.position() + length);
      at += length;
    }
  }

  /** Takes whole entries whose data is there, up to the first that is not. */
  private void takeEntries(long position, ByteBuffer bytes) throws IOException {
    if (ended || position != metaEnd) {
      ended = true;
      return;
    }
    metaEnd += bytes.remaining();
    ByteBuffer all =
        ByteBuffer.allocate(rest.remaining() + bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    all.put(rest).put(bytes).flip();
    int end = 0;
    int length = LogTail.entryLength(all, end, all.limit());
    while (length > 0 && !ended) {
      long more = LogTail.dataOfEntry(all, end);
      wrong |= !EntryDescriptor.isWhole(all, end, length);
      ended = wrong || covered + more > dataEnd;
      if (!ended) {
        covered += more;
        end += length;
        length = LogTail.entryLength(all, end, all.limit());
      }
    }
    copy.entries(all.slice(0, end).order(ByteOrder.LITTLE_ENDIAN));
    rest = all.position(end).slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
