package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.burstlog.array.Array;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayoutTest {
  @Nested
  class Records {
    @Test
    @DisplayName("of a single variable are not padded")
    void single() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
      int time = builder.defineDimension("time", Dimension.UNLIMITED);
      int x = builder.defineDimension("x", 3);
      builder.defineVariable("bytes", NcType.BYTE, time, x);
      Layout layout = compact(builder);
      assertThat(layout.recordSize()).isEqualTo(3);
      assertThat(layout.paddedSize(0)).isEqualTo(4);
      assertThat(layout.size(5)).isEqualTo(layout.recordBegin() + 15);
      Array array = layout.array(0);
      assertThat(array.shape(0)).isEqualTo(Array.UNLIMITED);
      assertThat(array.step(0)).isEqualTo(3);
      assertThat(array.step(1)).isEqualTo(1);
      assertThat(array.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }

    @Test
    @DisplayName("of several variables hold a padded slice of each")
    void several() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
      int time = builder.defineDimension("time", Dimension.UNLIMITED);
      int x = builder.defineDimension("x", 3);
      builder.defineVariable("bytes", NcType.BYTE, time, x);
      builder.defineVariable("fixed", NcType.SHORT, x);
      builder.defineVariable("shorts", NcType.SHORT, time, x);
      Layout layout = compact(builder);
      assertThat(layout.recordSize()).isEqualTo(4 + 8);
      assertThat(layout.begin(1)).isEqualTo(layout.headerSize());
      assertThat(layout.begin(0)).isEqualTo(layout.fixedEnd()).isEqualTo(layout.recordBegin());
      assertThat(layout.begin(2)).isEqualTo(layout.recordBegin() + 4);
      assertThat(layout.array(2).step(0)).isEqualTo(12);
      assertThat(layout.array(2).step(1)).isEqualTo(2);
      assertThat(layout.size(0)).isEqualTo(layout.fixedEnd());
    }
  }

  @Nested
  class BoundariesAndFreeSpace {
    @Test
    @DisplayName("are kept for header, variables and records")
    void settings() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
      int time = builder.defineDimension("time", Dimension.UNLIMITED);
      builder.defineVariable("a", NcType.BYTE);
      builder.defineVariable("b", NcType.BYTE);
      builder.defineVariable("r", NcType.BYTE, time);
      LayoutSettings settings = new LayoutSettings(512, 100, 4096, 600, 5000);
      Layout layout = Layout.of(builder.build(), settings);
      assertThat(layout.begin(0)).isEqualTo(1100);
      assertThat(layout.begin(1)).isEqualTo(1200);
      assertThat(layout.recordBegin()).isEqualTo(8192);
      assertThat(layout.dataBegin() - layout.headerSize()).isGreaterThanOrEqualTo(600);
    }

    @Test
    @DisplayName("follow the hints of the C library")
    void hints() throws Exception {
      LayoutSettings settings =
          LayoutSettings.COMPACT.withHints(
              Map.of(
                  "nc_header_align_size", "1024",
                  "nc_var_align_size", "6",
                  "nc_record_align_size", "0",
                  "romio_ds_write", "disable"));
      assertThat(settings).isEqualTo(new LayoutSettings(1024, 8, 4, 0, 0));
    }

    @Test
    @DisplayName("that are no numbers of bytes are refused by name")
    void badHints() {
      for (String value :
          new String[] {"-4", "1k", "", "9223372036854775807", "99999999999999999999"}) {
        assertThatExceptionOfType(NcException.class)
            .isThrownBy(() -> LayoutSettings.COMPACT.withHints(Map.of("nc_var_align_size", value)))
            .withMessageContaining("NC_EINVAL")
            .withMessageContaining("nc_var_align_size is '" + value + "'");
      }
      assertThatIllegalArgumentException().isThrownBy(() -> new LayoutSettings(4, 4, 4, -1, 0));
    }
  }

  @Nested
  class Limits {
    @Test
    @DisplayName("CDF-1 lets a variable begin below 2 GiB only")
    void beginInCdf1() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
      int most = builder.defineDimension("most", Integer.MAX_VALUE - 3L - 200);
      builder.defineVariable("a", NcType.BYTE, most);
      builder.defineVariable("b", NcType.BYTE);
      assertThat(compact(builder).begin(1)).isLessThanOrEqualTo(Integer.MAX_VALUE);
      HeaderBuilder larger = Header.builder(CdfVersion.CDF1);
      int all = larger.defineDimension("all", Integer.MAX_VALUE - 3L);
      larger.defineVariable("a", NcType.BYTE, all);
      larger.defineVariable("b", NcType.BYTE);
      expectTooLarge(larger, "b", "past the limit 2147483647");
    }

    @ParameterizedTest
    @EnumSource(
        value = CdfVersion.class,
        names = {"CDF1", "CDF2"})
    @DisplayName("only the last variable may be larger, and only without records")
    void lastMayBeLarger(CdfVersion version) throws Exception {
      HeaderBuilder builder = Header.builder(version);
      int time = builder.defineDimension("time", Dimension.UNLIMITED);
      int x = builder.defineDimension("x", 1L << 30);
      builder.defineVariable("small", NcType.INT);
      int large = builder.defineVariable("large", NcType.DOUBLE, x);
      Layout layout = compact(builder);
      assertThat(layout.paddedSize(large)).isEqualTo(1L << 33);
      assertThat(storedSize(layout)).isEqualTo(-1);
      HeaderBuilder withRecords = builder.build().toBuilder();
      withRecords.defineVariable("record", NcType.INT, time);
      expectTooLarge(withRecords, "large", "is not the last");
      HeaderBuilder withAnother = builder.build().toBuilder();
      withAnother.defineVariable("another", NcType.INT);
      expectTooLarge(withAnother, "large", "has 8589934592 bytes, over " + version.maxSize());
    }

    @ParameterizedTest
    @EnumSource(
        value = CdfVersion.class,
        names = {"CDF1", "CDF2"})
    @DisplayName("only the last record variable may be larger")
    void lastRecordMayBeLarger(CdfVersion version) throws Exception {
      HeaderBuilder builder = Header.builder(version);
      int time = builder.defineDimension("time", Dimension.UNLIMITED);
      int x = builder.defineDimension("x", 1L << 30);
      builder.defineVariable("fixed", NcType.INT);
      builder.defineVariable("small", NcType.BYTE, time);
      builder.defineVariable("large", NcType.DOUBLE, time, x);
      Layout layout = compact(builder);
      assertThat(layout.recordSize()).isEqualTo((1L << 33) + 4);
      assertThat(layout.array(2).step(0)).isEqualTo((1L << 33) + 4);
      assertThat(storedSize(layout)).isEqualTo(-1);
      builder.defineVariable("another", NcType.BYTE, time);
      expectTooLarge(builder, "large", "in each record");
    }

    @Test
    @DisplayName("a size of up to 2^32 - 4 is stored as it is")
    void largestStoredSize() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
      int x = builder.defineDimension("x", (1L << 32) - 4);
      builder.defineVariable("a", NcType.BYTE, x);
      assertThat(storedSize(compact(builder))).isEqualTo(-4);
      builder.defineVariable("b", NcType.BYTE, x);
      assertThat(compact(builder).begin(1)).isGreaterThan(1L << 31);
    }

    @Test
    @DisplayName("CDF-5 goes on to 2^63 and not past it")
    void cdf5() throws Exception {
      HeaderBuilder builder = Header.builder(CdfVersion.CDF5);
      int x = builder.defineDimension("x", 1L << 40);
      int y = builder.defineDimension("y", 1L << 19);
      builder.defineVariable("a", NcType.DOUBLE, x, y);
      builder.defineVariable("b", NcType.BYTE, x);
      Layout layout = compact(builder);
      assertThat(layout.begin(1)).isEqualTo(layout.headerSize() + (1L << 62));
      builder.defineVariable("c", NcType.DOUBLE, x, y);
      expectTooLarge(builder, "c", "larger than 2^63 bytes");
      HeaderBuilder square = Header.builder(CdfVersion.CDF5);
      int z = square.defineDimension("z", 1L << 40);
      square.defineVariable("square", NcType.BYTE, z, z);
      expectTooLarge(square, "square", "2^63 - 4");
    }

    private int storedSize(Layout layout) throws NcException {
      ByteBuffer bytes = HeaderCodec.encode(layout, 0);
      int offsetBytes = layout.header().version().offsetBytes();
      return bytes.getInt(bytes.limit() - 4 - offsetBytes);
    }
  }

  private static Layout compact(HeaderBuilder builder) throws NcException {
    return Layout.of(builder.build(), LayoutSettings.COMPACT);
  }

  private static void expectTooLarge(HeaderBuilder builder, String variable, String what) {
    assertThatExceptionOfType(NcException.class)
        .isThrownBy(() -> compact(builder))
        .satisfies(e -> assertThat(e.error()).isEqualTo(NcError.NC_EVARSIZE))
        .satisfies(e -> assertThat(e.variableName()).isEqualTo(variable))
        .withMessageContaining(what)
        .withMessageContaining("use CDF-5");
  }
}
