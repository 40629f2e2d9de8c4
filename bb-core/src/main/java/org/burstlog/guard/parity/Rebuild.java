package org.burstlog.guard.parity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.burstlog.guard.code.ParityCode;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the body of a member's lane from the logs of the others and from what they have kept of
 * it. Nothing that a checksum proves wrong is ever taken: it counts as lost.
 */
public final class Rebuild {
  private final StripeLayout layout;
  private final @Nullable Body[] bodies;
  private final @Nullable KeptStripes[] kept;
  private final ParityCode code;
  private final ByteBuffer[] memberBuffers;
  private final ByteBuffer[] parityBuffers;
  private final ByteBuffer result;

  /**
   * Prepares it. It takes a buffer of a chunk for each member, and one more.
   *
   * @param layout how stripes are made
   * @param bodies of each member; null where it is lost, or has none
   * @param kept what each member has kept; null where it is lost
   */
  public Rebuild(StripeLayout layout, @Nullable Body[] bodies, @Nullable KeptStripes[] kept) {
    this.layout = layout;
    this.bodies = bodies.clone();
    this.kept = kept.clone();
    code = new ParityCode(layout.columns(), layout.losses());
    memberBuffers = new ByteBuffer[layout.columns()];
    Arrays.setAll(memberBuffers, i -> ByteBuffer.allocate(layout.chunk()));
    parityBuffers = new ByteBuffer[layout.losses()];
    Arrays.setAll(parityBuffers, i -> ByteBuffer.allocate(layout.chunk()));
    result = ByteBuffer.allocate(layout.chunk());
  }

  /** Where what is rebuilt goes. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes some of it.
     *
     * @param position where it is in the body
     * @param bytes the bytes
     * @throws IOException when they cannot be written
     */
    void write(long position, ByteBuffer bytes) throws IOException;
  }

  /** How a chunk was found. */
  private enum Found {
    PROVEN,
    UNPROVEN,
    GONE,
    /** Nothing of it has arrived at those who are left. */
    NOTHING,
    /** The log had ended before. */
    ENDED
  }

  /**
   * Rebuilds a body.
   *
   * @param member whose
   * @param told of each member, how far it has taken of this body what it keeps of it; negative
   *     where it is lost, or does not say so
   * @param into where it goes
   * @return what came of it
   * @throws IOException when something cannot be read or written
   */
  public Rebuilt rebuild(int member, long[] told, Sink into) throws IOException {
    long whole = Math.max(0, Arrays.stream(told).max().orElse(0));
    long length = 0;
    boolean lost = false;
    List<Rebuilt.Range> unproven = new ArrayList<>();
    List<Rebuilt.Range> gone = new ArrayList<>();
    for (long number = 0; number * layout.chunk() < whole; number++) {
      long position = number * layout.chunk();
      int wanted = (int) Math.min(layout.chunk(), whole - position);
      Found found = chunk(member, layout.stripe(member, number), position, told);
      int got = found == Found.PROVEN || found == Found.UNPROVEN ? result.remaining() : 0;
      if (got > 0) {
        into.write(position, result.duplicate());
        length = position + got;
      }
      if (found == Found.UNPROVEN) {
        unproven.add(new Rebuilt.Range(position, got));
      }
      lost |= found == Found.GONE;
      if (found != Found.ENDED && got < wanted) {
        gone.add(new Rebuilt.Range(position + got, wanted - got));
      }
    }
    return new Rebuilt(length, unproven, gone, lost);
  }

  /** Finds a chunk, and leaves it in the result. */
  private Found chunk(int member, long stripe, long position, long[] told) throws IOException {
    int column = layout.column(stripe, member);
    boolean known = false;
    boolean reached = false;
    RawStripe longest = null;
    long most = 0;
    for (int keeper : layout.keepers(stripe)) {
      KeptStripes one = kept[keeper];
      if (one == null || told[keeper] < 0) {
        continue;
      }
      reached = true;
      RawStripe raw = one.raw(stripe);
      Contribution noted = raw == null ? null : raw.contribution(column);
      if (raw != null && noted != null) {
        known = true;
        result.clear().limit(noted.length());
        raw.read(column, 0, result);
        if (crc(result) == noted.crc()) {
          return noted.length() == 0 ? Found.ENDED : Found.PROVEN;
        }
      }
      ParityHeader header = one.header(stripe);
      if (header != null) {
        known = true;
        int length = header.contributions().get(column).length();
        if (length == 0) {
          return Found.ENDED;
        }
        if (decode(stripe, column, header)) {
          return Found.PROVEN;
        }
      }
      long has = Math.min(layout.chunk(), told[keeper] - position);
      known |= has > 0 && raw == null;
      if (has > most && raw != null) {
        most = has;
        longest = raw;
      }
    }
    if (known || !reached) {
      return Found.GONE;
    }
    if (longest == null) {
      return Found.NOTHING;
    }
    result.clear().limit((int) most);
    longest.read(column, 0, result);
    return Found.UNPROVEN;
  }

  /** Solves a stripe, with all parities that were made of the same as one of them. */
  private boolean decode(long stripe, int column, ParityHeader header) throws IOException {
    @Nullable ByteBuffer[] members = new ByteBuffer[layout.columns()];
    int missing = 0;
    for (int i = 0; i < members.length; i++) {
      members[i] = i == column ? null : contribution(stripe, i, header.contributions().get(i));
      missing += members[i] == null ? 1 : 0;
    }
    @Nullable ByteBuffer[] parities = new ByteBuffer[layout.losses()];
    int there = 0;
    List<Integer> keepers = layout.keepers(stripe);
    for (int i = 0; i < parities.length; i++) {
      KeptStripes one = kept[keepers.get(i)];
      ParityHeader its = one == null ? null : one.header(stripe);
      if (one != null
          && its != null
          && its.contributions().equals(header.contributions())
          && one.read(stripe, parityBuffers[i])) {
        parities[i] = parityBuffers[i];
        there++;
      }
    }
    if (missing > there) {
      return false;
    }
    Contribution wanted = header.contributions().get(column);
    result.clear().limit(wanted.length());
    code.rebuild(column, members, parities, result);
    return crc(result) == wanted.crc();
  }

  /** Reads what a member gave to a stripe; null when it is lost, or not the same any more. */
  private @Nullable ByteBuffer contribution(long stripe, int column, Contribution gave)
      throws IOException {
    ByteBuffer buffer = memberBuffers[column].clear().limit(gave.length());
    if (gave.length() == 0) {
      return buffer;
    }
    int member = layout.member(stripe, column);
    Body body = bodies[member];
    if (body == null || body.generation() != gave.generation()) {
      return null;
    }
    body.read(layout.number(member, stripe) * layout.chunk(), buffer);
    buffer.rewind();
    return crc(buffer) == gave.crc() ? buffer : null;
  }

  private static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }
}
