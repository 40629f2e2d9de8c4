package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcTypeTest {
  @ParameterizedTest
  @CsvSource({
    "BYTE, 1, 1, 1, -127",
    "CHAR, 2, 1, 1, 0",
    "SHORT, 3, 2, 1, -32767",
    "INT, 4, 4, 1, -2147483647",
    "FLOAT, 5, 4, 1, 2096103424",
    "DOUBLE, 6, 8, 1, 5160562223013167104",
    "UBYTE, 7, 1, 5, 255",
    "USHORT, 8, 2, 5, 65535",
    "UINT, 9, 4, 5, 4294967295",
    "INT64, 10, 8, 5, -9223372036854775806",
    "UINT64, 11, 8, 5, -2"
  })
  @DisplayName("number, size, first format and fill value are those of the format")
  void numbers(NcType type, int code, int size, int since, long fillBits) {
    assertThat(type.code()).isEqualTo(code);
    assertThat(type.size()).isEqualTo(size);
    assertThat(type.since()).isEqualTo(since);
    assertThat(type.fillBits()).isEqualTo(fillBits);
    assertThat(NcType.ofCode(code)).isEqualTo(type);
    assertThat(type.symbol()).isEqualTo("NC_" + type);
    for (CdfVersion version : CdfVersion.values()) {
      assertThat(version.allows(type)).isEqualTo(since == 1 || version == CdfVersion.CDF5);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "12", "-1", "2147483647"})
  @DisplayName("other numbers stand for no type")
  void none(int code) {
    assertThat(NcType.ofCode(code)).isNull();
  }
}
