package org.burstlog.netcdf.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConversionTest {
  private static final long FILL = 42;

  static Stream<Arguments> pairs() {
    return numbers()
        .flatMap(
            memory ->
                Arrays.stream(NcType.values())
                    .filter(file -> file != NcType.CHAR)
                    .map(file -> Arguments.of(memory, file)));
  }

  static Stream<MemoryType> numbers() {
    return Arrays.stream(MemoryType.values()).filter(memory -> memory != MemoryType.TEXT);
  }

  @Nested
  class ANumber {
    @ParameterizedTest
    @MethodSource("org.burstlog.netcdf.convert.ConversionTest#pairs")
    @DisplayName("at any limit of any type becomes what exact arithmetic says, or the fill value")
    void toFile(MemoryType memory, NcType file) throws Exception {
      NcType from = memory.same();
      long[] values = interesting(from);
      Conversion conversion = Conversion.of(CdfVersion.CDF5, file, memory, FILL);
      for (long bits : values) {
        ByteBuffer out = ByteBuffer.allocate(file.size());
        int outside = conversion.write(arrayOf(from, bits), 0, 1, 1, out, 0);
        ExactConversion.Result expected = ExactConversion.convert(from, file, bits, FILL, true);
        check(memory + " to " + file, from, bits, expected, get(file, out, 0), outside);
      }
    }

    @ParameterizedTest
    @MethodSource("org.burstlog.netcdf.convert.ConversionTest#pairs")
    @DisplayName("is read the same way, with the memory type's fill value")
    void fromFile(MemoryType memory, NcType file) throws Exception {
      NcType to = memory.same();
      long[] values = interesting(file);
      Conversion conversion = Conversion.of(CdfVersion.CDF5, file, memory, FILL);
      for (long bits : values) {
        ByteBuffer in = ByteBuffer.allocate(file.size());
        set(file, in, 0, bits);
        ByteBuffer out = ByteBuffer.allocate(to.size());
        int outside = conversion.read(in, 0, out, 0, 1, 1);
        long fill = ExactConversion.trim(to, to.fillBits());
        ExactConversion.Result expected = ExactConversion.convert(file, to, bits, fill, false);
        check(file + " to " + memory, file, bits, expected, get(to, out, 0), outside);
      }
    }

    @Test
    @DisplayName("that is not one fits no integer, but any floating-point type")
    void notANumber() throws Exception {
      double[] values = {1, Double.NaN, 3};
      ByteBuffer out = ByteBuffer.allocate(12);
      assertThat(conversion(NcType.INT, MemoryType.DOUBLE).write(values, 0, 1, 3, out, 0))
          .isEqualTo(1);
      assertThat(out.getInt(0)).isEqualTo(1);
      assertThat(out.getInt(4)).isEqualTo((int) FILL);
      assertThat(out.getInt(8)).isEqualTo(3);
      assertThat(conversion(NcType.FLOAT, MemoryType.DOUBLE).write(values, 0, 1, 3, out, 0))
          .isEqualTo(Conversion.ALL_FIT);
      assertThat(out.getFloat(4)).isNaN();
    }

    @Test
    @DisplayName("below zero and above minus one is no unsigned number, minus zero is")
    void minusZero() throws Exception {
      double[] values = {-0.0, -0.5};
      ByteBuffer out = ByteBuffer.allocate(2);
      assertThat(conversion(NcType.UBYTE, MemoryType.DOUBLE).write(values, 0, 1, 2, out, 0))
          .isEqualTo(1);
      assertThat(out.get(0)).isZero();
    }
  }

  @Nested
  class ManyNumbers {
    @ParameterizedTest
    @MethodSource("org.burstlog.netcdf.convert.ConversionTest#pairs")
    @DisplayName("from array or buffer, side by side or apart, in either order, become the same")
    void allWays(MemoryType memory, NcType file) throws Exception {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      Conversion conversion = Conversion.of(CdfVersion.CDF5, file, memory, FILL);
      NcType from = memory.same();
      long[] choice = interesting(from);
      int count = 1 + random.nextInt(3 * Scratch.BLOCK);
      int step = 1 + random.nextInt(3);
      int offset = random.nextInt(5);
      int length = offset + (count - 1) * step + 1 + random.nextInt(3);
      ByteOrder memoryOrder = order(random);
      ByteBuffer memoryBytes = ByteBuffer.allocateDirect(length * from.size()).order(memoryOrder);
      for (int i = 0; i < length; i++) {
        set(from, memoryBytes, i, choice[random.nextInt(choice.length)]);
      }
      Object array = array(from, memoryBytes, length);
      ByteBuffer viaArray = target(file, count, order(random));
      ByteBuffer viaBuffer = target(file, count, order(random));
      int first = conversion.write(array, offset, step, count, viaArray, 3);
      int start = offset * from.size();
      int same = conversion.write(memoryBytes, start, step, count, viaBuffer, 3);

      int expectedFirst = Conversion.ALL_FIT;
      for (int i = 0; i < count; i++) {
        long bits = get(from, memoryBytes, offset + i * step);
        ExactConversion.Result exact = ExactConversion.convert(from, file, bits, FILL, true);
        if (!exact.fits() && expectedFirst == Conversion.ALL_FIT) {
          expectedFirst = i;
        }
        String what = memory + " to " + file + ", seed " + seed + ", element " + i;
        assertThat(getAt(file, viaArray, 3 + i * file.size())).as(what).isEqualTo(exact.bits());
        assertThat(getAt(file, viaBuffer, 3 + i * file.size())).as(what).isEqualTo(exact.bits());
      }
      assertThat(first).as("seed %d", seed).isEqualTo(expectedFirst);
      assertThat(same).as("seed %d", seed).isEqualTo(expectedFirst);
      assertThat(viaArray.position()).isZero();
      assertThat(viaArray.get(2)).isEqualTo((byte) 0x55);
      assertThat(viaArray.get(3 + count * file.size())).isEqualTo((byte) 0x55);
    }

    @ParameterizedTest
    @MethodSource("org.burstlog.netcdf.convert.ConversionTest#pairs")
    @DisplayName("are read to arrays and buffers alike, and nothing beside them is touched")
    void readAllWays(MemoryType memory, NcType file) throws Exception {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      Conversion conversion = Conversion.of(CdfVersion.CDF5, file, memory, FILL);
      NcType to = memory.same();
      long[] choice = interesting(file);
      int count = 1 + random.nextInt(3 * Scratch.BLOCK);
      int step = 1 + random.nextInt(3);
      int offset = random.nextInt(5);
      int length = offset + (count - 1) * step + 1 + random.nextInt(3);
      ByteBuffer in = ByteBuffer.allocate(count * file.size()).order(order(random));
      for (int i = 0; i < count; i++) {
        set(file, in, i, choice[random.nextInt(choice.length)]);
      }
      ByteBuffer empty = ByteBuffer.allocate(length * to.size());
      Object array = array(to, empty, length);
      ByteBuffer bytes = ByteBuffer.allocateDirect(length * to.size()).order(order(random));
      int first = conversion.read(in, 0, array, offset, step, count);
      int same = conversion.read(in, 0, bytes, offset * to.size(), step, count);

      ByteBuffer viaArray = ByteBuffer.allocate(length * to.size());
      Memory.put(array, 0, viaArray, 0, length, to.size());
      int expectedFirst = Conversion.ALL_FIT;
      for (int i = 0; i < length; i++) {
        int element = i < offset || (i - offset) % step != 0 ? -1 : (i - offset) / step;
        long expected = 0;
        if (element >= 0 && element < count) {
          long fill = ExactConversion.trim(to, to.fillBits());
          long bits = get(file, in, element);
          ExactConversion.Result exact = ExactConversion.convert(file, to, bits, fill, false);
          expected = exact.bits();
          if (!exact.fits() && expectedFirst == Conversion.ALL_FIT) {
            expectedFirst = element;
          }
        }
        String what = file + " to " + memory + ", seed " + seed + ", index " + i;
        assertThat(get(to, viaArray, i)).as(what).isEqualTo(expected);
        assertThat(get(to, bytes, i)).as(what).isEqualTo(expected);
      }
      assertThat(first).as("seed %d", seed).isEqualTo(expectedFirst);
      assertThat(same).as("seed %d", seed).isEqualTo(expectedFirst);
    }

    @Test
    @DisplayName("of which none is asked for are none")
    void none() throws Exception {
      ByteBuffer empty = ByteBuffer.allocate(0);
      Conversion conversion = conversion(NcType.FLOAT, MemoryType.DOUBLE);
      assertThat(conversion.write(new double[0], 0, 1, 0, empty, 0)).isEqualTo(Conversion.ALL_FIT);
      assertThat(conversion.read(empty, 0, new double[0], 0, 1, 0)).isEqualTo(Conversion.ALL_FIT);
    }
  }

  @Nested
  class UnsignedBytes {
    @Test
    @DisplayName("go bit by bit into NC_BYTE where the format has no unsigned type")
    void classic() throws Exception {
      for (CdfVersion version : List.of(CdfVersion.CDF1, CdfVersion.CDF2)) {
        Conversion conversion = Conversion.of(version, NcType.BYTE, MemoryType.UNSIGNED_BYTE, FILL);
        ByteBuffer out = ByteBuffer.allocate(1);
        assertThat(conversion.write(new byte[] {(byte) 200}, 0, 1, 1, out, 0))
            .isEqualTo(Conversion.ALL_FIT);
        assertThat(out.get(0)).isEqualTo((byte) 200);
        byte[] back = new byte[1];
        assertThat(conversion.read(out, 0, back, 0, 1, 1)).isEqualTo(Conversion.ALL_FIT);
        assertThat(back[0]).isEqualTo((byte) 200);
        assertThat(conversion.isSame()).isTrue();
      }
    }

    @Test
    @DisplayName("past 127 do not fit NC_BYTE where there is NC_UBYTE")
    void cdf5() throws Exception {
      Conversion conversion = conversion(NcType.BYTE, MemoryType.UNSIGNED_BYTE);
      ByteBuffer out = ByteBuffer.allocate(1);
      assertThat(conversion.write(new byte[] {(byte) 200}, 0, 1, 1, out, 0)).isZero();
      assertThat(out.get(0)).isEqualTo((byte) FILL);
    }
  }

  @Nested
  class TextAndNumbers {
    @Test
    @DisplayName("do not mix")
    void mixed() {
      for (NcType file : NcType.values()) {
        for (MemoryType memory : MemoryType.values()) {
          if ((file == NcType.CHAR) != (memory == MemoryType.TEXT)) {
            assertThatExceptionOfType(NcException.class)
                .isThrownBy(() -> Conversion.of(CdfVersion.CDF5, file, memory, 0))
                .satisfies(e -> assertThat(e.error()).isEqualTo(NcError.NC_ECHAR))
                .withMessageContaining("NC_ECHAR (-56)")
                .withMessageContaining(file.symbol())
                .withMessageContaining(memory.name());
          }
        }
      }
    }

    @Test
    @DisplayName("bytes and characters of text are stored as they are")
    void text() throws Exception {
      Conversion conversion = conversion(NcType.CHAR, MemoryType.TEXT);
      ByteBuffer out = ByteBuffer.allocate(4);
      byte[] bytes = Text.encode("aé");
      assertThat(conversion.write(bytes, 0, 1, 3, out, 0)).isEqualTo(Conversion.ALL_FIT);
      byte[] back = new byte[4];
      conversion.read(out, 0, back, 0, 1, 4);
      assertThat(Text.decode(back)).isEqualTo("aé");
      char[] characters = {'x', 'ÿ', 'Ω'};
      assertThat(conversion.write(characters, 0, 1, 3, out, 0)).isEqualTo(2);
      assertThat(out.get(2)).isEqualTo((byte) FILL);
      char[] read = new char[3];
      assertThat(conversion.read(out, 0, read, 0, 1, 3)).isEqualTo(Conversion.ALL_FIT);
      assertThat(read).containsExactly('x', 'ÿ', (char) FILL);
    }
  }

  @Test
  @DisplayName("an error names variable, element, types and remedy")
  void rangeError() throws Exception {
    assertThat(conversion(NcType.SHORT, MemoryType.DOUBLE).rangeError("wind", 7))
        .hasMessageContaining("NC_ERANGE (-60)")
        .hasMessageContaining("variable 'wind'")
        .hasMessageContaining("element 7")
        .hasMessageContaining("DOUBLE")
        .hasMessageContaining("NC_SHORT")
        .hasMessageContaining("use a wider type");
  }

  @Test
  @DisplayName("an array's type is taken from its elements")
  void ofArray() {
    assertThat(MemoryType.of(new double[0])).isEqualTo(MemoryType.DOUBLE);
    assertThat(MemoryType.of(new float[0])).isEqualTo(MemoryType.FLOAT);
    assertThat(MemoryType.of(new int[0])).isEqualTo(MemoryType.INT);
    assertThat(MemoryType.of(new long[0])).isEqualTo(MemoryType.LONG);
    assertThat(MemoryType.of(new short[0])).isEqualTo(MemoryType.SHORT);
    assertThat(MemoryType.of(new byte[0])).isEqualTo(MemoryType.BYTE);
    assertThat(MemoryType.of(new char[0])).isEqualTo(MemoryType.TEXT);
    assertThat(MemoryType.of("text")).isNull();
  }

  private static Conversion conversion(NcType file, MemoryType memory) throws NcException {
    return Conversion.of(CdfVersion.CDF5, file, memory, FILL);
  }

  private static void check(
      String what,
      NcType from,
      long bits,
      ExactConversion.Result expected,
      long actual,
      int outside) {
    Object value =
        ExactConversion.isInteger(from)
            ? ExactConversion.integer(from, bits)
            : (Object) ExactConversion.floating(from, bits);
    assertThat(actual).as("%s of %s", what, value).isEqualTo(expected.bits());
    assertThat(outside == Conversion.ALL_FIT)
        .as("%s of %s", what, value)
        .isEqualTo(expected.fits());
  }

  /** The limits of every type and their neighbours, as far as a type has them, and some others. */
  private static long[] interesting(NcType type) {
    TreeSet<BigInteger> whole = new TreeSet<>();
    for (NcType other : NcType.values()) {
      if (ExactConversion.isInteger(other)) {
        for (int near = -2; near <= 2; near++) {
          whole.add(ExactConversion.lowest(other).add(BigInteger.valueOf(near)));
          whole.add(ExactConversion.highest(other).add(BigInteger.valueOf(near)));
        }
      }
    }
    for (int shift = 23; shift <= 63; shift += 10) {
      // Between two floating-point numbers, just below, at and above the middle.
      BigInteger middle = BigInteger.ONE.shiftLeft(shift).setBit(Math.max(shift - 24, 0));
      whole.add(middle.subtract(BigInteger.ONE));
      whole.add(middle);
      whole.add(middle.add(BigInteger.ONE));
    }
    List<Long> bits = new ArrayList<>();
    for (BigInteger value : whole) {
      if (!ExactConversion.isInteger(type)) {
        double near = value.doubleValue();
        for (double d : new double[] {near, Math.nextUp(near), Math.nextDown(near), near + 0.5}) {
          bits.add(floatingBits(type, d));
        }
        bits.add((long) Float.floatToRawIntBits(Math.nextUp((float) near)));
      } else if (ExactConversion.fits(type, value)) {
        bits.add(ExactConversion.trim(type, value.longValue()));
      }
    }
    if (!ExactConversion.isInteger(type)) {
      double[] special = {
        -0.0,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Math.nextUp((double) Float.MAX_VALUE),
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        1e300,
        -1e300,
        0.999,
        -0.999
      };
      for (double d : special) {
        bits.add(floatingBits(type, d));
      }
    }
    return bits.stream().mapToLong(Long::longValue).toArray();
  }

  private static long floatingBits(NcType type, double value) {
    return type == NcType.FLOAT
        ? Float.floatToRawIntBits((float) value)
        : Double.doubleToRawLongBits(value);
  }

  private static ByteOrder order(Random random) {
    return random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /** A buffer with room for elements from byte 3 on, and marks around them. */
  private static ByteBuffer target(NcType type, int count, ByteOrder order) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(count * type.size() + 6).order(order);
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) 0x55);
    }
    return buffer;
  }

  private static Object arrayOf(NcType type, long bits) {
    ByteBuffer one = ByteBuffer.allocate(type.size());
    set(type, one, 0, bits);
    return array(type, one, 1);
  }

  private static Object array(NcType type, ByteBuffer bytes, int length) {
    Object array =
        switch (type) {
          case BYTE, UBYTE, CHAR -> new byte[length];
          case SHORT, USHORT -> new short[length];
          case INT, UINT -> new int[length];
          case INT64, UINT64 -> new long[length];
          case FLOAT -> new float[length];
          case DOUBLE -> new double[length];
        };
    Memory.get(bytes, 0, array, 0, length, type.size());
    return array;
  }

  private static void set(NcType type, ByteBuffer buffer, int element, long bits) {
    int at = element * type.size();
    switch (type.size()) {
      case 1 -> buffer.put(at, (byte) bits);
      case 2 -> buffer.putShort(at, (short) bits);
      case 4 -> buffer.putInt(at, (int) bits);
      default -> buffer.putLong(at, bits);
    }
  }

  private static long get(NcType type, ByteBuffer buffer, int element) {
    return getAt(type, buffer, element * type.size());
  }

  private static long getAt(NcType type, ByteBuffer buffer, int at) {
    return switch (type.size()) {
      case 1 -> buffer.get(at);
      case 2 -> buffer.getShort(at);
      case 4 -> buffer.getInt(at);
      default -> buffer.getLong(at);
    };
  }
}
