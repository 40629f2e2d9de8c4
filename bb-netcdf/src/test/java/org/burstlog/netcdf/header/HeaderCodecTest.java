package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeaderCodecTest {
  @Nested
  class Writing {
    @Test
    @DisplayName("gives the bytes of the format description's own example")
    void example() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
      int dim = builder.defineDimension("dim", 5);
      builder.defineVariable("vx", NcType.SHORT, dim);
      Layout layout = Layout.of(builder.build(), LayoutSettings.COMPACT);
      assertThat(hex(HeaderCodec.encode(layout, 0)))
          .isEqualTo(
              "43444601"
                  + "00000000"
                  + "0000000a"
                  + "00000001"
                  + "00000003"
                  + "64696d00"
                  + "00000005"
                  + "00000000"
                  + "00000000"
                  + "0000000b"
                  + "00000001"
                  + "00000002"
                  + "76780000"
                  + "00000001"
                  + "00000000"
                  + "00000000"
                  + "00000000"
                  + "00000003"
                  + "0000000c"
                  + "00000050");
    }

    @Test
    @DisplayName("gives three absent lists when nothing is defined")
    void empty() throws Exception {
      assertThat(hex(encode(Header.builder(CdfVersion.CDF1).build(), 0)))
          .isEqualTo("43444601" + "00000000".repeat(7));
      assertThat(hex(encode(Header.builder(CdfVersion.CDF5).build(), 0)))
          .isEqualTo("43444605" + "0".repeat(16) + ("00000000" + "0".repeat(16)).repeat(3));
    }

    @Test
    @DisplayName("the number of records alone gives the same bytes as inside a header")
    void recordsAlone() throws Exception {
      for (CdfVersion version : CdfVersion.values()) {
        for (long records : new long[] {0, 1, 0xFFFF_FFFEL, HeaderCodec.STREAMING}) {
          String whole = hex(encode(Header.builder(version).build(), records));
          String alone = hex(HeaderCodec.encodeRecords(version, records));
          assertThat(whole.substring((int) HeaderCodec.RECORDS_OFFSET * 2)).startsWith(alone);
        }
      }
    }

    @Test
    @DisplayName("refuses a number of records that the format cannot hold")
    void tooManyRecords() {
      for (CdfVersion version : List.of(CdfVersion.CDF1, CdfVersion.CDF2)) {
        assertThatExceptionOfType(NcException.class)
            .isThrownBy(() -> HeaderCodec.encodeRecords(version, 0xFFFF_FFFFL))
            .withMessageContaining("NC_EINTOVERFLOW (-221)")
            .withMessageContaining("use CDF-5");
      }
    }
  }

  @Nested
  class Reading {
    @ParameterizedTest
    @EnumSource(CdfVersion.class)
    @DisplayName("gives back what was written, in whatever pieces the bytes come")
    void roundTrip(CdfVersion version) throws Exception {
      long first = System.nanoTime();
      for (long seed = first; seed < first + 300; seed++) {
        Random random = new Random(seed);
        RandomFile file = new RandomFile(seed, version);
        Layout layout = Layout.of(file.header(), LayoutSettings.COMPACT);
        ByteBuffer bytes = HeaderCodec.encode(layout, file.records());
        HeaderSource pieces =
            into -> {
              int length =
                  Math.min(1 + random.nextInt(9), Math.min(into.remaining(), bytes.remaining()));
              for (int i = 0; i < length; i++) {
                into.put(bytes.get());
              }
              return length == 0 ? -1 : length;
            };
        HeaderCodec.Decoded decoded = HeaderCodec.decode(pieces, 64, bytes.remaining());
        assertThat(decoded.header()).as("seed %d", seed).isEqualTo(file.header());
        assertThat(decoded.layout()).as("seed %d", seed).isEqualTo(layout);
        assertThat(decoded.records()).as("seed %d", seed).isEqualTo(file.records());
        assertThat(HeaderCodec.encode(decoded.layout(), decoded.records()))
            .as("seed %d", seed)
            .isEqualTo(bytes.rewind());
      }
    }

    @Test
    @DisplayName("asks for the same pieces again when it is given the same bytes")
    void lockStep() throws Exception {
      long seed = System.nanoTime();
      RandomFile file = new RandomFile(seed, CdfVersion.CDF5);
      ByteBuffer bytes = encode(file.header(), 0);
      List<byte[]> sent = new ArrayList<>();
      HeaderSource reader =
          into -> {
            int before = into.position();
            int length = HeaderSource.of(bytes).read(into);
            byte[] piece = new byte[Math.max(length, 0)];
            into.get(before, piece);
            sent.add(piece);
            return length;
          };
      HeaderCodec.Decoded first = HeaderCodec.decode(reader, 64, 1 << 20);
      HeaderSource receiver =
          into -> {
            byte[] piece = sent.remove(0);
            into.put(piece);
            return piece.length;
          };
      assertThat(HeaderCodec.decode(receiver, 64, 1 << 20)).as("seed %d", seed).isEqualTo(first);
      assertThat(sent).as("seed %d", seed).isEmpty();
    }

    @Test
    @DisplayName("accepts an empty list with a tag, and padding that is not zero")
    void otherWriters() throws Exception {
      String tagged =
          "43444601" + "00000000" + "0000000a00000000" + "0000000c00000000" + "0000000b00000000";
      assertThat(decode(tagged).header()).isEqualTo(Header.builder(CdfVersion.CDF1).build());
      String padded =
          "43444601"
              + "00000000"
              + "0000000a"
              + "00000001"
              + "00000001"
              + "61ffffff"
              + "00000005"
              + "0000000000000000"
              + "0000000000000000";
      assertThat(decode(padded).header().dimensions()).containsExactly(new Dimension("a", 5));
    }

    @Test
    @DisplayName("says when the number of records is open, and how many a file's length makes")
    void streaming() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
      int time = builder.defineDimension("time", Dimension.UNLIMITED);
      builder.defineVariable("t", NcType.SHORT, time);
      ByteBuffer bytes = encode(builder.build(), HeaderCodec.STREAMING);
      HeaderCodec.Decoded decoded = HeaderCodec.decode(HeaderSource.of(bytes));
      assertThat(decoded.records()).isEqualTo(HeaderCodec.STREAMING);
      Layout layout = decoded.layout();
      assertThat(layout.recordsIn(layout.recordBegin() + 2 * 7 + 1)).isEqualTo(7);
      assertThat(layout.recordsIn(0)).isZero();
    }

    @Test
    @DisplayName("ignores the stored size of a variable, which may have overflowed")
    void storedSize() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
      builder.defineVariable("a", NcType.INT);
      ByteBuffer bytes = encode(builder.build(), 0);
      bytes.putInt(bytes.limit() - 8, 99);
      assertThat(HeaderCodec.decode(HeaderSource.of(bytes)).layout().paddedSize(0)).isEqualTo(4);
    }

    @Test
    @DisplayName("goes through a channel as far as the header reaches")
    void channel(@TempDir Path directory) throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
      builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("a", new double[100_000]));
      Path path = directory.resolve("x.nc");
      ByteBuffer bytes = encode(builder.build(), 0);
      assertThat(bytes.remaining()).isGreaterThan(HeaderCodec.DEFAULT_CHUNK);
      try (FileChannel out =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        out.write(bytes);
      }
      try (FileChannel channel = FileChannel.open(path)) {
        assertThat(HeaderCodec.decode(HeaderSource.of(channel)).header())
            .isEqualTo(builder.build());
      }
    }

    @Test
    @DisplayName("stops at the limit for a header's length")
    void limit() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
      builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("a", new double[1000]));
      ByteBuffer bytes = encode(builder.build(), 0);
      int size = bytes.remaining();
      assertThatExceptionOfType(NcException.class)
          .isThrownBy(() -> HeaderCodec.decode(HeaderSource.of(bytes.duplicate()), 64, size - 9))
          .withMessageContaining("past the limit");
      assertThat(HeaderCodec.decode(HeaderSource.of(bytes), 64, size).header().attributes())
          .hasSize(1);
    }
  }

  @Test
  @DisplayName("a source that fails is not taken for a damaged header")
  void failingSource() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                HeaderCodec.decode(
                    into -> {
                      throw new IOException("no such device");
                    }))
        .withMessage("no such device");
  }

  private static HeaderCodec.Decoded decode(String hex) throws IOException {
    return HeaderCodec.decode(HeaderSource.of(ByteBuffer.wrap(HexFormat.of().parseHex(hex))));
  }

  private static ByteBuffer encode(Header header, long records) throws NcException {
    return HeaderCodec.encode(Layout.of(header, LayoutSettings.COMPACT), records);
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
