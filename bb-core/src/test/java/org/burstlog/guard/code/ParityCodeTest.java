package org.burstlog.guard.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ParityCodeTest {
  /** Members of a code, their bytes, and their parities as the definition gives them. */
  private static final class Coded {
    final ParityCode code;
    final byte[][] members;
    final byte[][] parities;
    final int length;
    final Random random;

    Coded(int members, int parities, int longest, Random random) {
      this.random = random;
      code = new ParityCode(members, parities);
      this.members = new byte[members][];
      int most = 0;
      for (int m = 0; m < members; m++) {
        int length = random.nextInt(4) == 0 ? random.nextInt(longest + 1) : longest;
        this.members[m] = new byte[length];
        random.nextBytes(this.members[m]);
        most = Math.max(most, length);
      }
      length = most;
      this.parities = new byte[parities][];
      for (int p = 0; p < parities; p++) {
        int parity = p;
        int[] row = IntStream.range(0, members).map(m -> code.coefficient(parity, m)).toArray();
        this.parities[p] = SlowField.sum(row, this.members, length);
      }
    }

    /** A buffer of any kind with something around the bytes. */
    ByteBuffer buffer(byte[] bytes) {
      int before = random.nextInt(20);
      int size = before + bytes.length + random.nextInt(20);
      ByteBuffer buffer =
          random.nextBoolean() ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
      return buffer.put(before, bytes).position(before).limit(before + bytes.length);
    }

    byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(buffer.position(), bytes);
      return bytes;
    }

    @Nullable ByteBuffer[] buffers(byte[][] chunks, List<Integer> missing, int offset) {
      @Nullable ByteBuffer[] buffers = new ByteBuffer[chunks.length];
      for (int i = 0; i < chunks.length; i++) {
        buffers[i] = missing.contains(i + offset) ? null : buffer(chunks[i]);
      }
      return buffers;
    }

    void encodesAsDefined() {
      for (int p = 0; p < parities.length; p++) {
        ByteBuffer into = buffer(new byte[length]);
        code.encode(p, buffers(members, List.of(), 0), into);
        assertThat(bytes(into)).as("parity %s", p).isEqualTo(parities[p]);
      }
    }

    /** Loses units, members first and then parities, and rebuilds what is lost of the members. */
    void survives(List<Integer> missing) {
      for (int member = 0; member < members.length; member++) {
        if (missing.contains(member)) {
          ByteBuffer into = buffer(new byte[members[member].length]);
          code.rebuild(
              member,
              buffers(members, missing, 0),
              buffers(parities, missing, members.length),
              into);
          assertThat(bytes(into)).as("member %s of %s", member, missing).isEqualTo(members[member]);
        }
      }
    }
  }

  private static List<List<Integer>> subsets(int size, int most) {
    List<List<Integer>> subsets = new ArrayList<>();
    for (int bits = 0; bits < 1 << size; bits++) {
      if (Integer.bitCount(bits) <= most) {
        int chosen = bits;
        subsets.add(IntStream.range(0, size).filter(i -> (chosen >> i & 1) != 0).boxed().toList());
      }
    }
    return subsets;
  }

  @Nested
  class Losses {
    @Test
    void allLossesOfSmallSetsAreMadeGood() {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      for (int units = 2; units <= 8; units++) {
        for (int parities = 1; parities < units; parities++) {
          Coded coded = new Coded(units - parities, parities, 41, random);
          coded.encodesAsDefined();
          for (List<Integer> missing : subsets(units, parities)) {
            try {
              coded.survives(missing);
            } catch (RuntimeException | AssertionError e) {
              throw new AssertionError("seed " + seed + ", units " + units, e);
            }
          }
        }
      }
    }

    @Test
    void lossesOfLargeSetsAreMadeGood() {
      long first = System.nanoTime();
      for (long seed = first; seed < first + 60; seed++) {
        Random random = new Random(seed);
        int parities = 1 + random.nextInt(random.nextBoolean() ? 2 : 12);
        int members = 1 + random.nextInt(ParityCode.MOST - parities);
        Coded coded = new Coded(members, parities, 1 + random.nextInt(60), random);
        List<Integer> units =
            new ArrayList<>(IntStream.range(0, members + parities).boxed().toList());
        try {
          coded.encodesAsDefined();
          Collections.shuffle(units, random);
          coded.survives(units.subList(0, Math.min(parities, units.size())));
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError("seed " + seed, e);
        }
      }
    }

    @Test
    void allPairsOfTheLargestSetWithTwoParitiesAreMadeGood() {
      Coded coded = new Coded(254, 2, 3, new Random(1));
      for (int a = 0; a < 254; a++) {
        for (int b = a + 1; b < 254; b++) {
          coded.code.rebuild(a, missing(coded, a, b), parities(coded), ByteBuffer.allocate(1));
        }
      }
      coded.survives(List.of(0, 253));
    }

    private @Nullable ByteBuffer[] missing(Coded coded, int... missing) {
      @Nullable ByteBuffer[] members = new ByteBuffer[coded.members.length];
      for (int m = 0; m < members.length; m++) {
        members[m] = ByteBuffer.wrap(coded.members[m]);
      }
      for (int m : missing) {
        members[m] = null;
      }
      return members;
    }

    private @Nullable ByteBuffer[] parities(Coded coded) {
      return coded.buffers(coded.parities, List.of(), 0);
    }

    @Test
    void chunksOfManyBlocksAreMadeGood() {
      long seed = System.nanoTime();
      Coded coded = new Coded(4, 3, 2 * 16384 + 13, new Random(seed));
      coded.encodesAsDefined();
      coded.survives(List.of(1, 3, 4));
    }

    @Test
    void moreLossesThanParitiesAreRefused() {
      Coded coded = new Coded(4, 2, 9, new Random(1));
      ByteBuffer into = ByteBuffer.allocate(9);
      assertThatThrownBy(
              () -> coded.code.rebuild(0, missing(coded, 0, 1, 2), parities(coded), into))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("member 0 of missing [0, 1, 2] from parities [0, 1]");
      assertThatThrownBy(() -> coded.code.rebuild(3, missing(coded, 0), parities(coded), into))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class Coefficients {
    @Test
    void theFirstParityIsTheExclusiveOr() {
      for (int parities = 1; parities < 6; parities++) {
        ParityCode code = new ParityCode(20, parities);
        assertThat(IntStream.range(0, 20).map(m -> code.coefficient(0, m))).containsOnly(1);
      }
    }

    @Test
    void theSecondOfTwoIsThatOfARaid() {
      ParityCode code = new ParityCode(254, 2);
      int power = 1;
      for (int m = 0; m < 254; m++) {
        assertThat(code.coefficient(1, m)).isEqualTo(power);
        power = SlowField.times(2, power);
      }
    }

    @Test
    void thereAreNoMoreMembersAndParitiesThanElements() {
      assertThat(new ParityCode(252, 4).members()).isEqualTo(252);
      assertThat(new ParityCode(252, 4).parities()).isEqualTo(4);
      assertThatThrownBy(() -> new ParityCode(253, 4)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new ParityCode(0, 1)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new ParityCode(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class OneByOne {
    @Test
    void membersMayBeAddedInAnyOrderAndTakenOutAgain() {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      Coded coded = new Coded(7, 3, 50, random);
      List<Integer> order = new ArrayList<>(IntStream.range(0, 7).boxed().toList());
      Collections.shuffle(order, random);
      for (int parity = 0; parity < 3; parity++) {
        ByteBuffer into = coded.buffer(new byte[coded.length]);
        for (int member : order) {
          coded.code.add(parity, member, coded.buffer(coded.members[member]), into);
        }
        assertThat(coded.bytes(into)).as("seed %s", seed).isEqualTo(coded.parities[parity]);
        for (int member : order) {
          coded.code.add(parity, member, coded.buffer(coded.members[member]), into);
        }
        assertThat(coded.bytes(into)).as("seed %s", seed).containsOnly(0);
      }
    }

    @Test
    void aMemberThatHasNothingCountsAsZeros() {
      ParityCode code = new ParityCode(3, 1);
      @Nullable ByteBuffer[] members = {
        ByteBuffer.wrap(new byte[] {5, 6}), null, ByteBuffer.allocate(0)
      };
      ByteBuffer into = ByteBuffer.allocate(3);
      code.encode(0, members, into);
      assertThat(into.array()).containsExactly(5, 6, 0);
    }
  }

  @Test
  void aParityIsAsLongAsItsLongestMember() {
    ParityCode code = new ParityCode(2, 1);
    ByteBuffer[] members = {ByteBuffer.allocate(8), ByteBuffer.allocate(9)};
    ByteBuffer shorter = ByteBuffer.allocate(8);
    assertThatThrownBy(() -> code.encode(0, members, shorter))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a parity of 8 bytes for a member of 9");
    assertThatThrownBy(() -> code.add(0, 1, members[1], shorter))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> code.encode(0, new ByteBuffer[3], shorter))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 chunks instead of 2");
  }
}
