package org.burstlog.array.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BytesTest {
  private static final int ROOM = 4096;
  private static final int MOST_ELEMENTS = 200;

  /** A kind of memory, and how wide its elements are. */
  private record Kind(Class<?> component, boolean direct, int width) {
    Object make(int bytes) {
      if (component != ByteBuffer.class) {
        return Array.newInstance(component, bytes / width);
      }
      return direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
    }

    @Override
    public String toString() {
      return component.getSimpleName() + (direct ? " direct " : " ") + width;
    }
  }

  private static Stream<Kind> kinds() {
    Stream<Kind> arrays =
        Stream.of(
            new Kind(double.class, false, 8),
            new Kind(long.class, false, 8),
            new Kind(float.class, false, 4),
            new Kind(int.class, false, 4),
            new Kind(short.class, false, 2),
            new Kind(char.class, false, 2),
            new Kind(byte.class, false, 1));
    return Stream.concat(
        arrays,
        Stream.of(1, 2, 4, 8)
            .flatMap(w -> Stream.of(true, false).map(d -> new Kind(ByteBuffer.class, d, w))));
  }

  static Stream<Arguments> copies() {
    return kinds()
        .flatMap(
            kind ->
                Stream.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)
                    .flatMap(
                        order ->
                            Stream.of(true, false)
                                .map(direct -> Arguments.of(kind, order, direct))));
  }

  /** A byte of memory in the machine's byte order, found without any view of it. */
  private static byte byteOf(Object memory, int width, int at) {
    if (memory instanceof ByteBuffer b) {
      return b.get(at);
    }
    Object element = Array.get(memory, at / width);
    long bits;
    if (element instanceof Double d) {
      bits = Double.doubleToRawLongBits(d);
    } else if (element instanceof Float f) {
      bits = Float.floatToRawIntBits(f);
    } else if (element instanceof Character c) {
      bits = c;
    } else {
      bits = ((Number) element).longValue();
    }
    int place = at % width;
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return (byte) (bits >> (8 * (little ? place : width - 1 - place)));
  }

  /** Which byte of memory is the one at a place of the target's. */
  private static int turned(int at, int width, ByteOrder order) {
    int place = at % width;
    return order == ByteOrder.nativeOrder() ? at : at - place + width - 1 - place;
  }

  private static void fill(Object memory, Random random) {
    if (memory instanceof ByteBuffer b) {
      for (int i = 0; i < b.capacity(); i++) {
        b.put(i, (byte) random.nextInt());
      }
      return;
    }
    for (int i = 0; i < Array.getLength(memory); i++) {
      long bits = random.nextLong();
      if (memory instanceof double[] a) {
        // Not a number may change its bits on the way through a variable on some machines.
        a[i] = random.nextGaussian();
      } else if (memory instanceof float[] a) {
        a[i] = (float) random.nextGaussian();
      } else if (memory instanceof char[] a) {
        a[i] = (char) bits;
      } else if (memory instanceof long[] a) {
        a[i] = bits;
      } else if (memory instanceof int[] a) {
        a[i] = (int) bits;
      } else if (memory instanceof short[] a) {
        a[i] = (short) bits;
      } else {
        ((byte[]) memory)[i] = (byte) bits;
      }
    }
  }

  private static byte[] contents(Object memory, int width, int bytes) {
    byte[] all = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      all[i] = byteOf(memory, width, i);
    }
    return all;
  }

  private static ByteBuffer room(boolean direct, Random random) {
    ByteBuffer room = direct ? ByteBuffer.allocateDirect(ROOM) : ByteBuffer.allocate(ROOM);
    fill(room, random);
    // Neither may matter.
    int end = random.nextInt(ROOM);
    return room.limit(end).position(random.nextInt(end + 1));
  }

  private static byte[] contents(ByteBuffer buffer) {
    byte[] all = new byte[buffer.capacity()];
    buffer.duplicate().clear().get(all);
    return all;
  }

  private static org.burstlog.array.Array array(int width, ByteOrder order) {
    return org.burstlog.array.Array.rowMajor("a", 0, width, order, MOST_ELEMENTS);
  }

  /** A run of elements, somewhere in the memory and anywhere in the buffer. */
  private record Run(int at, int offset, int length) {
    static Run of(Random random, int width) {
      int count = random.nextInt(MOST_ELEMENTS + 1);
      int first = random.nextInt(MOST_ELEMENTS - count + 1);
      return new Run(random.nextInt(ROOM - count * width + 1), first * width, count * width);
    }
  }

  private static List<Long> seeds() {
    Random seeds = new Random();
    return Stream.generate(seeds::nextLong).limit(Effort.of(20, 500)).toList();
  }

  @ParameterizedTest
  @MethodSource("copies")
  void takesFromMemoryWhatABytewiseCopyTakes(Kind kind, ByteOrder order, boolean direct) {
    for (long seed : seeds()) {
      Random random = new Random(seed);
      ByteBuffer room = room(direct, random);
      Bytes bytes = new Bytes();
      bytes.of(room);
      Object memory = kind.make(MOST_ELEMENTS * kind.width());
      for (int turn = 0; turn < 10; turn++) {
        fill(memory, random);
        Run run = Run.of(random, kind.width());
        byte[] expected = contents(room);
        for (int i = 0; i < run.length(); i++) {
          int from = run.offset() + turned(i, kind.width(), order);
          expected[run.at() + i] = byteOf(memory, kind.width(), from);
        }

        bytes.put(run.at(), memory, run.offset(), run.length(), array(kind.width(), order));

        assertThat(contents(room)).as("seed %d, %s", seed, run).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("copies")
  void givesToMemoryWhatABytewiseCopyGives(Kind kind, ByteOrder order, boolean direct) {
    int size = MOST_ELEMENTS * kind.width();
    for (long seed : seeds()) {
      Random random = new Random(seed);
      Object memory = kind.make(size);
      Bytes bytes = new Bytes();
      ByteBuffer room = room(direct, random);
      for (int turn = 0; turn < 10; turn++) {
        if (turn == 5) {
          room = room(direct, random);
        }
        bytes.of(room);
        // Values come from values: bits that are not a number might not stay what they are.
        Object values = kind.make(size);
        fill(values, random);
        Run run = Run.of(random, kind.width());
        byte[] expected = contents(memory, kind.width(), size);
        for (int i = 0; i < run.length(); i++) {
          byte value = byteOf(values, kind.width(), turned(i, kind.width(), order));
          room.clear().put(run.at() + i, value);
          expected[run.offset() + turned(i, kind.width(), order)] = value;
        }

        bytes.get(run.at(), memory, run.offset(), run.length(), array(kind.width(), order));

        assertThat(contents(memory, kind.width(), size))
            .as("seed %d, %s", seed, run)
            .isEqualTo(expected);
      }
    }
  }

  static Stream<Arguments> swaps() {
    return Stream.of(1, 2, 4, 8)
        .flatMap(
            size ->
                Stream.of(true, false)
                    .flatMap(a -> Stream.of(true, false).map(b -> Arguments.of(size, a, b))));
  }

  @ParameterizedTest
  @MethodSource("swaps")
  void turnsEachElementAround(int size, boolean direct, boolean otherDirect) {
    for (long seed : seeds()) {
      Random random = new Random(seed);
      ByteBuffer room = room(direct, random);
      ByteBuffer other = room(otherDirect, random);
      Bytes bytes = new Bytes();
      Bytes from = new Bytes();
      bytes.of(room);
      from.of(other);
      for (int turn = 0; turn < 10; turn++) {
        Run run = Run.of(random, size);
        int start = random.nextInt(ROOM - run.length() + 1);
        byte[] source = contents(other);
        byte[] expected = contents(room);
        for (int i = 0; i < run.length(); i++) {
          expected[run.at() + i] = source[start + i - i % size + size - 1 - i % size];
        }

        bytes.swap(run.at(), from, start, run.length(), size);

        assertThat(contents(room)).as("seed %d, %s", seed, run).isEqualTo(expected);
      }
    }
  }

  @Nested
  class WhatIsNotMemory {
    @Test
    void isRefusedByName() {
      Elements elements = new Elements(ByteBuffer.allocate(8), 0, 8, ByteOrder.nativeOrder());

      assertThatThrownBy(() -> elements.put(0, "text", 0, 1, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("cannot put from java.lang.String");
      assertThatThrownBy(() -> elements.get(0, "text", 0, 1, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("cannot get into java.lang.String");
    }
  }

  @Nested
  class APastTheEnd {
    @Test
    void runIsRefusedAndChangesNothing() {
      ByteBuffer room = ByteBuffer.allocate(16);
      Bytes bytes = new Bytes();
      bytes.of(room);

      assertThatThrownBy(
              () -> bytes.put(8, new long[] {1, 2}, 0, 16, array(8, ByteOrder.BIG_ENDIAN)))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(contents(room)).containsOnly(0);
    }
  }
}
