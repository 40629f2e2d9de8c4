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
  private final ByteBuffer other;

  /**
   * Prepares it. It takes a buffer of a chunk for each member, and two more.
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
    other = ByteBuffer.allocate(layout.chunk());
  }

  /** How a chunk was found. */
  private enum Found {
    PROVEN,
    UNPROVEN,
    GONE,
    /** Nothing of it has arrived. */
    NOTHING,
    /** The log had ended before. */
    ENDED
  }

  /**
   * Rebuilds a body.
   *
   * @param member whose
   * @param into where it goes
   * @return what came of it
   * @throws IOException when something cannot be read or written
   */
  public Rebuilt rebuild(int member, Body into) throws IOException {
    long last = -1;
    for (KeptStripes one : kept) {
      last = one == null ? last : Math.max(last, one.last());
    }
    long length = 0;
    List<Rebuilt.Range> unproven = new ArrayList<>();
    List<Rebuilt.Range> gone = new ArrayList<>();
    List<Rebuilt.Range> nothing = new ArrayList<>();
    for (long number = 0; layout.stripe(member, number) <= last; number++) {
      long position = number * layout.chunk();
      Found found = chunk(member, layout.stripe(member, number));
      Rebuilt.Range range = new Rebuilt.Range(position, result.remaining());
      switch (found) {
        case PROVEN -> into.write(position, result.duplicate());
        case UNPROVEN -> {
          into.write(position, result.duplicate());
          unproven.add(range);
        }
        case GONE -> gone.add(range);
        case NOTHING -> nothing.add(new Rebuilt.Range(position, layout.chunk()));
        case ENDED -> {}
      }
      if (found != Found.NOTHING && found != Found.ENDED) {
        length = position + range.length();
        gone.addAll(nothing);
        nothing.clear();
      }
    }
    return new Rebuilt(length, unproven, gone);
  }

  /**
   * Takes the header block of a lane from the copy that is the latest.
   *
   * @param member whose
   * @param into where it goes
   * @return false when no copy of one is there
   * @throws IOException when something cannot be read or written
   */
  public boolean rebuildHeader(int member, Body into) throws IOException {
    HeaderCopy latest = null;
    for (int keeper = 0; keeper < kept.length; keeper++) {
      KeptStripes one = kept[keeper];
      ByteBuffer block =
          one == null || !layout.keepsHeader(member, keeper) ? null : one.headerBlock(member);
      if (block != null) {
        HeaderCopy copy = HeaderCopy.of(block);
        latest = latest == null || copy.isLaterThan(latest) ? copy : latest;
      }
    }
    if (latest == null) {
      return false;
    }
    into.writeHeader(latest.block());
    return true;
  }

  /** Finds a chunk, and leaves it in the result; of one that is gone, as many bytes as it had. */
  private Found chunk(int member, long stripe) throws IOException {
    int column = layout.column(stripe, member);
    Contribution known = null;
    boolean reached = false;
    for (int keeper : layout.keepers(stripe)) {
      KeptStripes one = kept[keeper];
      RawStripe raw = one == null ? null : one.raw(stripe);
      ParityHeader header = one == null ? null : one.header(stripe);
      reached |= one != null;
      Contribution noted = raw == null ? null : raw.contribution(column);
      if (raw != null && noted != null) {
        known = noted;
        result.clear().limit(noted.length());
        raw.read(column, 0, result);
        if (crc(result) == noted.crc()) {
          return noted.length() == 0 ? Found.ENDED : Found.PROVEN;
        }
      }
      if (header != null) {
        known = header.contributions().get(column);
        if (known.length() > 0 && decode(stripe, column, header)) {
          return Found.PROVEN;
        }
      }
    }
    int length = takeLongest(stripe, column);
    if (known == null) {
      result.limit(reached ? length : layout.chunk());
      return length > 0 ? Found.UNPROVEN : reached ? Found.NOTHING : Found.GONE;
    }
    result.limit(known.length());
    if (known.length() == 0) {
      return Found.ENDED;
    }
    return crc(result) == known.crc() ? Found.PROVEN : Found.GONE;
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

  /**
   * Takes the copy of a chunk that reaches farthest, as each was written in order, and returns how
   * far that is. Behind it the result is zeros.
   */
  private int takeLongest(long stripe, int column) throws IOException {
    int most = 0;
    Arrays.fill(result.clear().array(), (byte) 0);
    for (int keeper : layout.keepers(stripe)) {
      KeptStripes one = kept[keeper];
      RawStripe raw = one == null ? null : one.raw(stripe);
      if (raw != null) {
        other.clear();
        raw.read(column, 0, other);
        int length = layout.chunk();
        while (length > most && other.get(length - 1) == 0) {
          length--;
        }
        if (length > most) {
          most = length;
          result.put(0, other, 0, length);
        }
      }
    }
    return most;
  }

  private static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }
}
