package org.burstlog.log.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.Tally;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** Reads the headers of one file of a log. */
final class HeaderReader {
  /** Read at a time in search of a header. */
  private static final int SEARCHED = 1 << 20;

  private final StorageFile file;
  private final byte kind;
  private final Path path;

  /**
   * A reader of headers.
   *
   * @param file where they are
   * @param kind of which kind they must be
   * @param path what the file is called in messages
   */
  HeaderReader(StorageFile file, byte kind, Path path) {
    this.file = file;
    this.kind = kind;
    this.path = path;
  }

  /** What a whole slot says. */
  record Slot(LogHeader header, boolean spare) {
    int generation() {
      return header.generation();
    }
  }

  /**
   * What was found of the first header of a session.
   *
   * @param header the header, null when there is none
   * @param spare the header of a spare log, null when there is none
   * @param unwritten whether no slot was ever written
   */
  record Search(@Nullable LogHeader header, @Nullable LogHeader spare, boolean unwritten) {}

  /**
   * Looks for the header of the first lane, or else of another: they differ in lane, rank and
   * generation only, and where they are is known when one of them is.
   */
  Search search() throws IOException {
    Slot first = ofLane(0);
    if (first != null && !first.spare) {
      return new Search(first.header, null, false);
    }
    long size = file.size();
    LogHeader spare = first == null ? null : first.header;
    boolean unwritten = true;
    int searched = (int) Math.min(SEARCHED, Math.max(size, SlotDescriptor.SLOT));
    ByteBuffer window = ByteBuffer.allocate(searched).order(ByteOrder.LITTLE_ENDIAN);
    for (long from = 0; from < size; from += searched) {
      int found = file.read(from, window.clear());
      for (int i = 0; i + Long.BYTES <= found; i += SlotDescriptor.SLOT) {
        long magic = window.getLong(i);
        unwritten &= SlotDescriptor.isUnwritten(magic);
        if (magic == SlotDescriptor.MAGIC) {
          // The first slot of a block, or the second of one whose first is damaged.
          Slot slot = ofLane(from + i);
          if (slot == null && from + i > 0) {
            slot = ofLane(from + i - SlotDescriptor.SLOT);
          }
          if (slot != null && !slot.spare) {
            return new Search(slot.header, spare, false);
          }
          if (slot != null && spare == null) {
            spare = slot.header;
          }
        }
      }
    }
    return new Search(null, spare, unwritten);
  }

  /** Returns what a header block says if it belongs where it is. */
  private @Nullable Slot ofLane(long at) throws IOException {
    Slot slot = counting(at);
    return slot != null && slot.header.lane() * slot.header.blockSize() == at ? slot : null;
  }

  /** Returns the valid slot with the larger generation, null when none is valid. */
  @Nullable Slot counting(long at) throws IOException {
    Slot even = slot(at);
    Slot odd = slot(at + SlotDescriptor.SLOT);
    return even == null || (odd != null && odd.generation() > even.generation()) ? odd : even;
  }

  /** Tells whether nothing was ever written to a header block, or its writing was not ended. */
  boolean unopened(long at) throws IOException {
    return SlotDescriptor.unwritten(read(at))
        && SlotDescriptor.unwritten(read(at + SlotDescriptor.SLOT));
  }

  /** Reads the tally of the lane whose header block is at a position; of a data log. */
  Tally tally(long at) throws IOException {
    ByteBuffer slot = read(at);
    if (!SlotDescriptor.unwritten(slot)
        && slot.getLong(SlotDescriptor.MAGIC_AT) != SlotDescriptor.MAGIC) {
      // No power loss does that: what is written over a slot has the magic where it was before.
      throw new DamagedLogException(
          path
              + ": the header slot at "
              + at
              + ", which has the tally, was overwritten; the file is damaged",
          false);
    }
    return new Tally(
        slot.getLong(TallyDescriptor.SEALED_AT),
        slot.getLong(TallyDescriptor.PUT_AT),
        slot.getLong(TallyDescriptor.SYNCED_AT),
        slot.getLong(TallyDescriptor.SYNCED_AT + Long.BYTES));
  }

  /**
   * Reads the number for readers of the lane whose header block is at a position; of a data log.
   */
  long mark(long at) throws IOException {
    ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int found = file.read(at + TallyDescriptor.MARK_AT, word);
    return found == Long.BYTES ? TallyDescriptor.mark(word.getLong(0)) : 0;
  }

  private ByteBuffer read(long at) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN);
    int found = file.read(at, bytes);
    assert found >= 0;
    return bytes.clear();
  }

  private @Nullable Slot slot(long at) throws IOException {
    ByteBuffer bytes = read(at);
    if (!SlotDescriptor.valid(bytes)) {
      return null;
    }
    short version = bytes.getShort(SlotDescriptor.VERSION_AT);
    if (version != SlotDescriptor.VERSION) {
      throw new DamagedLogException(
          path
              + " is of log format version "
              + version
              + ", this Burstlog reads version "
              + SlotDescriptor.VERSION
              + "; use the Burstlog that wrote it, or a newer one",
          false);
    }
    byte found = bytes.get(SlotDescriptor.KIND_AT);
    boolean spare = kind == SlotDescriptor.META && found == SlotDescriptor.SPARE;
    if (found != kind && !spare) {
      throw new DamagedLogException(
          path + " is the other file of a log; metadata and data logs have been exchanged", false);
    }
    try {
      return new Slot(SlotDescriptor.decode(bytes), spare);
    } catch (IllegalArgumentException e) {
      throw new DamagedLogException(
          path + ": its header cannot be: " + BurstlogException.messageOf(e), false);
    }
  }
}
