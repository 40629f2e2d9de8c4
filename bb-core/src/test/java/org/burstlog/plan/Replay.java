package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;

/** Carries out a plan on bytes in memory and checks on the way what every round must keep. */
final class Replay {
  /** What a byte that nobody wrote looks like. */
  static final short UNTOUCHED = -1;

  private Replay() {}

  static short[] blank(int size) {
    short[] target = new short[size];
    Arrays.fill(target, UNTOUCHED);
    return target;
  }

  /** All rounds of a plan. */
  static short[] run(MemoryLog log, List<Array> arrays, Limits limits, int window, int size)
      throws IOException {
    short[] target = blank(size);
    run(Plan.of(log.index(), arrays, limits).rounds(), limits, log, window, target);
    return target;
  }

  static int run(RoundCursor cursor, Limits limits, MemoryLog log, int window, short[] target)
      throws IOException {
    Round round = new Round();
    Gather gather = new Gather();
    int rounds = 0;
    long end = 0;
    while (cursor.next(round)) {
      rounds++;
      ExtentList extents = round.extents();
      check(round.bytes() == extents.bytes(), "bytes of " + round);
      check(round.bytes() >= 1 && round.bytes() <= limits.bytes(), "bytes of " + round);
      check(extents.size() <= limits.extents(), "number of extents of " + round);
      check(round.pieces() >= 1 && round.pieces() <= limits.pieces(), "pieces of " + round);
      ByteBuffer buffer = ByteBuffer.allocate(round.bytes());
      gather.fill(round, log.view(window), buffer);
      assertThat(buffer.remaining()).isZero();
      int at = 0;
      for (int e = 0; e < extents.size(); e++) {
        long offset = extents.offset(e);
        check(offset >= end + (e > 0 ? 1 : 0), "order of " + round + " behind " + end);
        for (int i = 0; i < extents.length(e); i++) {
          target[(int) offset + i] = (short) (buffer.get(at++) & 0xff);
        }
        end = offset + extents.length(e);
      }
    }
    assertThat(cursor.next(round)).isFalse();
    return rounds;
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
