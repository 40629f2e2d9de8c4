package org.burstlog.guard.parity;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.Tally;
import org.burstlog.log.format.TallyDescriptor;

/**
 * A copy of a header block, and how late it was made.
 *
 * @param block the header block
 * @param generation the larger generation of its whole slots, -1 where neither is whole
 * @param entries how many entries its tally tells of, where it is of a data log
 */
record HeaderCopy(ByteBuffer block, int generation, long entries) {
  static HeaderCopy of(ByteBuffer block) {
    int generation = -1;
    for (int at = 0; at < SlotDescriptor.BLOCK; at += SlotDescriptor.SLOT) {
      ByteBuffer slot = block.slice(at, SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN);
      if (SlotDescriptor.valid(slot)) {
        generation = Math.max(generation, slot.getInt(SlotDescriptor.GENERATION_AT));
      }
    }
    Tally tally =
        new Tally(
            block.getLong(TallyDescriptor.SEALED_AT),
            block.getLong(TallyDescriptor.PUT_AT),
            block.getLong(TallyDescriptor.SYNCED_AT),
            block.getLong(TallyDescriptor.SYNCED_AT + Long.BYTES));
    int latest = tally.latest(Math.max(0, generation));
    return new HeaderCopy(block, generation, tally.entries(latest));
  }

  boolean isLaterThan(HeaderCopy other) {
    return generation != other.generation ? generation > other.generation : entries > other.entries;
  }
}
