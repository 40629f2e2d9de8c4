package org.burstlog.guard.parity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.burstlog.BurstlogException;
import org.burstlog.guard.code.ParityCode;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * What one member of a set keeps of a stream: it takes chunks of the others, and turns complete
 * stripes into parity.
 *
 * <p>A call that fails changes nothing that was there before and may be made again: chunks go when
 * their parity is durable, and not before. It takes a buffer of 64 KiB for each column, and on the
 * tier a chunk for each that has arrived of incomplete stripes, and one for each stripe it keeps.
 *
 * <p>One thread at a time may use it.
 */
public final class ParityKeeper implements Closeable {
  private static final int PIECE = 64 << 10;

  private final Storage storage;
  private final Path directory;
  private final Stream stream;
  private final StripeLayout layout;
  private final int self;
  private final ParityCode code;
  private final ByteBuffer[] pieces;
  private final ByteBuffer parityPiece;

  /** Stripes that are not parity yet. */
  private final Map<Long, OpenStripe> open = new TreeMap<>();

  /** Of each member, how many chunks its body has; as many as there may be while it grows. */
  private final long[] chunks;

  private @Nullable ParityFile parity;

  /** Stripes that are parity. */
  private final BitSet done = new BitSet();

  /** The next slot of the parity file that nothing was written to, as far as is known. */
  private long slot;

  private boolean namesDurable = true;

  /** Chunks of a stripe, and which are complete. */
  private static final class OpenStripe {
    final RawStripe raw;
    final @Nullable Contribution[] contributions;

    OpenStripe(RawStripe raw, int columns) {
      this.raw = raw;
      contributions = new Contribution[columns];
    }
  }

  /**
   * Begins to keep a stream.
   *
   * @param storage where
   * @param directory a directory for it, which other streams may be in
   * @param stream the stream
   * @param layout how its stripes are made
   * @param self which member of the set this is
   */
  public ParityKeeper(
      Storage storage, Path directory, Stream stream, StripeLayout layout, int self) {
    this.storage = storage;
    this.directory = directory;
    this.stream = stream;
    this.layout = layout;
    this.self = self;
    code = new ParityCode(layout.columns(), layout.losses());
    int piece = Math.min(PIECE, layout.chunk());
    pieces = new ByteBuffer[layout.columns()];
    Arrays.setAll(pieces, i -> ByteBuffer.allocateDirect(piece));
    parityPiece = ByteBuffer.allocateDirect(piece);
    chunks = new long[layout.members()];
    Arrays.fill(chunks, Long.MAX_VALUE);
  }

  /**
   * Takes bytes of a member. Those of stripes that others keep are passed over.
   *
   * @param member whose they are
   * @param position where they begin in its body
   * @param bytes the bytes, from position to limit; left at its limit
   * @throws IOException when they cannot be written
   */
  public void take(int member, long position, ByteBuffer bytes) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      long number = at / layout.chunk();
      int offset = (int) (at % layout.chunk());
      int length = Math.min(layout.chunk() - offset, bytes.remaining());
      long stripe = layout.stripe(member, number);
      if (takes(stripe)) {
        ByteBuffer part = bytes.slice(bytes.position(), length);
        open(stripe).raw.write(layout.column(stripe, member), offset, part);
      }
      bytes.position(bytes.position() + length);
      at += length;
    }
  }

  /** What was sent before a connection was lost may come again, when it is parity already. */
  private boolean takes(long stripe) {
    return layout.parity(stripe, self) >= 0 && !done.get((int) stripe);
  }

  private OpenStripe open(long stripe) throws IOException {
    OpenStripe found = open.get(stripe);
    if (found == null) {
      Path path = RawStripe.path(directory, stream, stripe);
      namesDurable = false;
      found = new OpenStripe(RawStripe.create(storage, path, layout), layout.columns());
      open.put(stripe, found);
      noteEnds(stripe, found);
    }
    return found;
  }

  /** Notes that a stripe gets nothing of members whose logs have ended before. */
  private void noteEnds(long stripe, OpenStripe found) throws IOException {
    List<Integer> columns = new ArrayList<>();
    for (int column = 0; column < layout.columns(); column++) {
      int member = layout.member(stripe, column);
      if (layout.number(member, stripe) >= chunks[member]) {
        found.contributions[column] = Contribution.NOTHING;
        columns.add(column);
      }
    }
    // What cannot be written is known here all the same, and the stripe can become complete.
    for (int column : columns) {
      found.raw.complete(column, Contribution.NOTHING);
    }
  }

  /**
   * Takes note that all bytes of a chunk have been taken, which change no more.
   *
   * @param member whose chunk it is
   * @param number which chunk of its body
   * @param contribution what it has
   * @throws IOException when that cannot be noted
   */
  public void complete(int member, long number, Contribution contribution) throws IOException {
    long stripe = layout.stripe(member, number);
    if (takes(stripe)) {
      int column = layout.column(stripe, member);
      OpenStripe found = open(stripe);
      found.raw.complete(column, contribution);
      found.contributions[column] = contribution;
      // Of members that are ahead of others there may be very many.
      found.raw.rest();
    }
  }

  /**
   * Takes note that a log is sealed, or that a node has no such lane.
   *
   * @param member whose log
   * @param number how many chunks its body has, the last of which may be short
   * @throws IOException when that cannot be noted
   */
  public void ended(int member, long number) throws IOException {
    chunks[member] = number;
    for (Map.Entry<Long, OpenStripe> stripe : open.entrySet()) {
      noteEnds(stripe.getKey(), stripe.getValue());
    }
  }

  /**
   * Makes durable what was taken.
   *
   * @throws IOException when that failed
   */
  public void sync() throws IOException {
    for (OpenStripe stripe : open.values()) {
      stripe.raw.force();
    }
    syncNames();
  }

  private void syncNames() throws IOException {
    if (!namesDurable) {
      storage.syncDirectory(directory);
      namesDurable = true;
    }
  }

  /**
   * Tells how many stripes have chunks and no parity.
   *
   * @return how many
   */
  public int incomplete() {
    return open.size();
  }

  /**
   * Turns all stripes that are complete into parity.
   *
   * @throws IOException when that failed; the stripes concerned have their chunks as before
   */
  public void encode() throws IOException {
    for (long stripe : List.copyOf(open.keySet())) {
      OpenStripe found = open(stripe);
      List<Contribution> contributions = contributions(found);
      if (contributions != null) {
        encode(stripe, found, contributions);
        open.remove(stripe);
        done.set((int) stripe);
        found.raw.close();
        // What is left of it after a crash does no harm: it is the same.
        storage.delete(RawStripe.path(directory, stream, stripe));
      }
    }
  }

  /** Returns what each column has, null while one is not complete. */
  private static @Nullable List<Contribution> contributions(OpenStripe found) {
    List<Contribution> all = new ArrayList<>();
    for (Contribution one : found.contributions) {
      if (one == null) {
        return null;
      }
      all.add(one);
    }
    return all;
  }

  private void encode(long stripe, OpenStripe found, List<Contribution> contributions)
      throws IOException {
    ParityFile into = parity;
    if (into == null) {
      namesDurable = false;
      into = ParityFile.create(storage, directory, stream, layout);
      parity = into;
    }
    int row = layout.parity(stripe, self);
    int length = contributions.stream().mapToInt(Contribution::length).max().orElse(0);
    CRC32C parityCrc = new CRC32C();
    CRC32C[] crcs = new CRC32C[pieces.length];
    Arrays.setAll(crcs, i -> new CRC32C());
    for (int at = 0; at < length; at += parityPiece.capacity()) {
      for (int column = 0; column < pieces.length; column++) {
        int rest = contributions.get(column).length() - at;
        ByteBuffer piece = pieces[column].clear();
        piece.limit(Math.max(0, Math.min(rest, piece.capacity())));
        if (piece.hasRemaining()) {
          found.raw.read(column, at, piece);
          crcs[column].update(piece.duplicate());
        }
      }
      parityPiece.clear().limit(Math.min(length - at, parityPiece.capacity()));
      code.encode(row, pieces, parityPiece);
      parityCrc.update(parityPiece.duplicate());
      into.write(slot, at, parityPiece);
    }
    for (int column = 0; column < pieces.length; column++) {
      requireSame(stripe, column, contributions.get(column), (int) crcs[column].getValue());
    }
    into.write(
        slot,
        new ParityHeader(
            stream, layout, stripe, row, length, (int) parityCrc.getValue(), contributions));
    // What a sync that failed has dropped is not made good by another, so each has its own slot.
    slot++;
    into.force();
    syncNames();
  }

  private void requireSame(long stripe, int column, Contribution contribution, int crc)
      throws BurstlogException {
    if (contribution.length() > 0 && crc != contribution.crc()) {
      int member = layout.member(stripe, column);
      throw new BurstlogException(
          RawStripe.path(directory, stream, stripe)
              + ": the chunk of member "
              + member
              + " has the CRC "
              + Integer.toHexString(crc)
              + " and not "
              + Integer.toHexString(contribution.crc())
              + "; it is kept without parity, check the device below it");
    }
  }

  /**
   * Deletes all that is kept: the epoch is proven.
   *
   * @throws IOException when something cannot be deleted
   */
  public void delete() throws IOException {
    close();
    for (long stripe : open.keySet()) {
      storage.delete(RawStripe.path(directory, stream, stripe));
    }
    open.clear();
    if (parity != null) {
      storage.delete(ParityFile.path(directory, stream));
      parity = null;
    }
  }

  @Override
  public void close() throws IOException {
    for (OpenStripe stripe : open.values()) {
      stripe.raw.close();
    }
    if (parity != null) {
      parity.close();
    }
  }
}
