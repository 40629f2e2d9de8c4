package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.burstlog.guard.parity.StripeLayout;
import org.burstlog.log.LogTail;
import org.burstlog.log.format.SlotDescriptor;

/**
 * The part of a log that one keeper of parity is to have: the chunks whose stripes it keeps.
 *
 * @param layout how stripes are made
 * @param member which member of the set this node is
 * @param keeper which member the keeper is
 */
record LogPart(StripeLayout layout, int member, int keeper) {
  /** What is sent of a log: from here to there, of one generation. */
  record Shipment(int number, int generation, long meta, int entries, long data, long covered) {}

  private boolean has(long chunk) {
    return layout.parity(layout.stripe(member, chunk), keeper) >= 0;
  }

  /**
   * Sends what the keeper is to have of a shipment, data first, and how far it goes.
   *
   * @param entries the entries of the shipment, from index 0 on
   * @return bytes of the log that were sent, or one for that there was nothing; 0 when the log is
   *     of another generation now
   */
  long send(
      Shipment what,
      LogTail tail,
      LogTail.Look look,
      ByteBuffer entries,
      ByteBuffer payload,
      Connection to,
      Consumer<Acknowledgement> taker)
      throws IOException {
    long sent = 1;
    for (long at = what.data; at < what.covered; ) {
      long end = pieceEnd(at, what.covered);
      end = Math.min(end, at + look.placement().contiguous(at));
      if (has(at / layout.chunk())) {
        payload.clear().limit((int) (end - at));
        if (!tail.readData(what.generation, look.placement().at(at), payload)) {
          return 0;
        }
        send(Frame.Kind.DATA, what, at, payload.flip(), to, taker);
        sent += end - at;
      }
      at = end;
      if (at % layout.chunk() == 0 && !complete(false, what, at, tail, look, payload, to, taker)) {
        return 0;
      }
    }
    long begin = what.meta - SlotDescriptor.BLOCK;
    for (long at = begin; at < begin + what.entries; ) {
      long end = pieceEnd(at, begin + what.entries);
      if (has(at / layout.chunk())) {
        int from = (int) (at - begin);
        ByteBuffer piece = entries.duplicate().limit((int) (end - begin)).position(from);
        send(Frame.Kind.ENTRIES, what, at, piece, to, taker);
        sent += end - at;
      }
      at = end;
      if (at % layout.chunk() == 0 && !complete(true, what, at, tail, look, payload, to, taker)) {
        return 0;
      }
    }
    ByteBuffer upTo = new Frame.UpTo(what.covered, look.placement(), List.of()).write(payload);
    send(Frame.Kind.UP_TO, what, what.meta + what.entries, upTo, to, taker);
    return sent;
  }

  /** Where a piece ends that lies in one chunk and one frame. */
  private long pieceEnd(long at, long end) {
    long chunk = (at / layout.chunk() + 1) * layout.chunk();
    return Math.min(end, Math.min(chunk, at + Frame.MOST));
  }

  private static void send(
      Frame.Kind kind,
      Shipment what,
      long position,
      ByteBuffer payload,
      Connection to,
      Consumer<Acknowledgement> taker)
      throws IOException {
    to.send(kind, what.number, what.generation, position, payload, taker);
  }

  /**
   * Says that the chunk is complete that ends at a position. Its checksum is that of the log, so
   * that nothing else is taken for what the log has.
   */
  private boolean complete(
      boolean metadata,
      Shipment what,
      long end,
      LogTail tail,
      LogTail.Look look,
      ByteBuffer payload,
      Connection to,
      Consumer<Acknowledgement> taker)
      throws IOException {
    long number = end / layout.chunk() - 1;
    if (!has(number)) {
      return true;
    }
    CRC32C crc = new CRC32C();
    for (long at = end - layout.chunk(); at < end; ) {
      long piece = Math.min(end - at, Frame.MOST);
      piece = metadata ? piece : Math.min(piece, look.placement().contiguous(at));
      payload.clear().limit((int) piece);
      boolean read =
          metadata
              ? tail.readEntries(what.generation, SlotDescriptor.BLOCK + at, payload)
              : tail.readData(what.generation, look.placement().at(at), payload);
      if (!read) {
        return false;
      }
      crc.update(payload.flip());
      at += piece;
    }
    Frame.Chunk chunk = new Frame.Chunk(metadata, number, layout.chunk(), (int) crc.getValue());
    send(Frame.Kind.CHUNK, what, end, chunk.write(payload), to, taker);
    return true;
  }
}
