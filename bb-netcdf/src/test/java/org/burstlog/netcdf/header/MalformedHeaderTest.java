package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.burstlog.testing.Allocation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the bytes, a header is read or refused with an error that says where it is wrong. */
class MalformedHeaderTest {
  private static final int FILES = 4;

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("with any one byte changed in any way is read or refused at an offset")
  void flipped(CdfVersion version) throws Exception {
    long first = System.nanoTime();
    for (int file = 0; file < FILES; file++) {
      long seed = first + file;
      byte[] good = header(seed, version);
      for (int i = 0; i < good.length; i++) {
        int at = i;
        for (int b = 0; b < 8; b++) {
          int bit = b;
          byte[] bad = good.clone();
          bad[at] ^= (byte) (1 << bit);
          readOrRefuse(
              bad, () -> "seed " + seed + " " + version + ", bit " + bit + " of byte " + at);
        }
        for (int value : new int[] {0, 0x7F, 0xFF}) {
          byte[] bad = good.clone();
          bad[at] = (byte) value;
          readOrRefuse(bad, () -> "seed " + seed + " " + version + ", " + value + " in byte " + at);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("cut anywhere is refused at an offset inside what is left")
  void cut(CdfVersion version) throws Exception {
    long first = System.nanoTime();
    for (int file = 0; file < FILES; file++) {
      long seed = first + file;
      byte[] good = header(seed, version);
      for (int length = 0; length < good.length; length++) {
        byte[] bad = Arrays.copyOf(good, length);
        String what = "seed " + seed + " " + version + " cut to " + length;
        Throwable thrown = catchThrowable(() -> decode(bad));
        assertThat(thrown).as(what).isInstanceOf(NcException.class);
        NcException e = (NcException) thrown;
        assertThat(e.error()).as(what).isIn(NcError.NC_ETRUNC, NcError.NC_ENOTNC);
        assertThat(e.fileOffset()).as(what).isBetween(0L, (long) length);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("with the highest lengths anywhere is read or refused without much memory")
  void highestLengths(CdfVersion version) throws Exception {
    long first = System.nanoTime();
    for (int file = 0; file < FILES; file++) {
      long seed = first + file;
      byte[] good = header(seed, version);
      for (int i = 0; i + 8 <= good.length; i += 4) {
        int at = i;
        for (long length : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, Integer.MAX_VALUE}) {
          byte[] bad = good.clone();
          ByteBuffer.wrap(bad).putLong(at, length);
          readOrRefuse(
              bad, () -> "seed " + seed + " " + version + ", " + length + " at byte " + at);
        }
        byte[] bad = good.clone();
        ByteBuffer.wrap(bad).putInt(at, Integer.MAX_VALUE);
        readOrRefuse(bad, () -> "seed " + seed + " " + version + ", 2^31 - 1 at byte " + at);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("of random bytes is read or refused")
  void random(CdfVersion version) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int n = 0; n < 2000; n++) {
      int i = n;
      byte[] bad = new byte[random.nextInt(400)];
      random.nextBytes(bad);
      // Numbers of a header are mostly small, so this gets further than noise.
      for (int b = 0; b < bad.length; b++) {
        if (random.nextInt(8) > 0) {
          bad[b] = b % 4 == 3 ? (byte) random.nextInt(14) : 0;
        }
      }
      if (bad.length >= 4) {
        ByteBuffer.wrap(bad).putInt(0, HeaderCodec.magic(version));
      }
      readOrRefuse(bad, () -> "seed " + seed + ", try " + i);
    }
  }

  @Test
  @DisplayName("that claims long lists, names and values takes no more memory than its bytes need")
  void memory() throws Exception {
    byte[] good = header(7, CdfVersion.CDF5);
    HeaderCodec.decode(HeaderSource.of(ByteBuffer.wrap(good)), 64, HeaderCodec.DEFAULT_LIMIT);
    for (int at = 4; at + 8 <= good.length; at += 4) {
      byte[] bad = good.clone();
      ByteBuffer.wrap(bad).putLong(at, 200 << 20);
      long used =
          Allocation.by(
              () -> {
                try {
                  HeaderCodec.decode(
                      HeaderSource.of(ByteBuffer.wrap(bad)), 64, HeaderCodec.DEFAULT_LIMIT);
                } catch (NcException e) {
                  assertThat(e.fileOffset()).isLessThanOrEqualTo(bad.length);
                }
              });
      assertThat(used).as("200 MiB at byte %d", at).isLessThan(4 << 20);
    }
  }

  @Test
  @DisplayName("of HDF5 is called by its name")
  void hdf5() {
    byte[] hdf = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
    assertThatExceptionOfType(NcException.class)
        .isThrownBy(() -> decode(hdf))
        .withMessageContaining("NC_ENOTNC3 (-113)")
        .withMessageContaining("nccopy");
  }

  @Test
  @DisplayName("of anything else is no netCDF file")
  void otherFile() {
    assertThatExceptionOfType(NcException.class)
        .isThrownBy(() -> decode("GIF89a".getBytes(StandardCharsets.US_ASCII)))
        .withMessageContaining("NC_ENOTNC (-51): at byte 0");
  }

  @Test
  @DisplayName("that places one variable over another names both places")
  void overlap() throws Exception {
    HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
    builder.defineVariable("a", NcType.INT);
    builder.defineVariable("b", NcType.INT);
    ByteBuffer bytes = HeaderCodec.encode(Layout.of(builder.build(), LayoutSettings.COMPACT), 0);
    int last = bytes.limit() - 4;
    bytes.putInt(last, bytes.getInt(last) - 4);
    assertThatExceptionOfType(NcException.class)
        .isThrownBy(() -> HeaderCodec.decode(HeaderSource.of(bytes)))
        .satisfies(e -> assertThat(e.error()).isEqualTo(NcError.NC_ENOTNC))
        .satisfies(e -> assertThat(e.variableName()).isEqualTo("b"))
        .satisfies(e -> assertThat(e.fileOffset()).isEqualTo(last - 4));
  }

  private static byte[] header(long seed, CdfVersion version) throws NcException {
    RandomFile file = new RandomFile(seed, version);
    Layout layout = Layout.of(file.header(), LayoutSettings.COMPACT);
    return HeaderCodec.encode(layout, file.records()).array();
  }

  private static void readOrRefuse(byte[] bytes, Supplier<String> what) {
    try {
      HeaderCodec.Decoded decoded = decode(bytes);
      ByteBuffer again = HeaderCodec.encode(decoded.layout(), decoded.records());
      if (!HeaderCodec.decode(HeaderSource.of(again)).equals(decoded)) {
        throw new AssertionError(what.get() + ": written again it reads otherwise");
      }
    } catch (NcException e) {
      if (e.fileOffset() < 0 || e.fileOffset() > bytes.length) {
        throw new AssertionError(what.get() + ": refused at " + e.fileOffset(), e);
      }
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(what.get(), e);
    }
  }

  private static HeaderCodec.Decoded decode(byte[] bytes) throws IOException {
    return HeaderCodec.decode(HeaderSource.of(ByteBuffer.wrap(bytes)), 64, 1 << 20);
  }
}
