package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.burstlog.guard.parity.ParityNote;
import org.burstlog.guard.parity.StripeLayout;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;

/** How processes tell each other what notes of parity they have found. */
final class KeptParts {
  private KeptParts() {}

  /** Tells whether a note is of a lane that has something. */
  static boolean hasAny(ParityNote note) {
    return note.state() != ParityNote.State.RELEASED && note.metaEnd() > SlotDescriptor.BLOCK;
  }

  /** Writes all of a note but what all logs of a session say alike. */
  static void write(ParityNote note, DataOutput out) throws IOException {
    LogHeader header = note.header();
    out.writeUTF(note.log());
    out.writeBoolean(header.littleEndian());
    out.writeBoolean(header.headed());
    out.writeLong(header.session());
    out.writeInt(header.generation());
    out.writeInt(header.epoch());
    out.writeInt(header.lanes());
    out.writeInt(header.lane());
    out.writeInt(header.rank());
    out.writeLong(header.blockSize());
    out.writeLong(note.dataBlock());
    out.writeLong(note.began());
    out.writeInt(note.set());
    out.writeInt(note.place());
    out.writeInt(note.member());
    out.writeInt(note.keeper());
    out.writeInt(note.layout().members());
    out.writeInt(note.layout().losses());
    out.writeInt(note.layout().chunk());
    out.writeInt(note.state().code());
    out.writeLong(note.metaEnd());
    out.writeLong(note.covered());
    out.writeLong(note.start());
    out.writeLong(note.tail());
    Wire.writeList(out, note.tally(), (word, into) -> into.writeLong(word));
  }

  static ParityNote read(DataInput in, SessionFacts facts) throws IOException {
    String log = in.readUTF();
    boolean littleEndian = in.readBoolean();
    boolean headed = in.readBoolean();
    LogHeader header =
        new LogHeader(
            littleEndian,
            in.readLong(),
            in.readInt(),
            in.readInt(),
            headed,
            facts.copied(),
            in.readInt(),
            in.readInt(),
            in.readInt(),
            facts.groupSize(),
            in.readLong(),
            facts.created(),
            facts.target(),
            facts.identity());
    return new ParityNote(
        log,
        header,
        in.readLong(),
        in.readLong(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        new StripeLayout(in.readInt(), in.readInt(), in.readInt()),
        ParityNote.State.of(in.readInt()),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        Wire.readList(in, DataInput::readLong));
  }
}
