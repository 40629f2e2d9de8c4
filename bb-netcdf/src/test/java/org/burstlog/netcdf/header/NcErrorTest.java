package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NcErrorTest {
  @Test
  @DisplayName("every error has a number of its own, what it means and what to do")
  void complete() {
    assertThat(Arrays.stream(NcError.values()).map(NcError::code)).doesNotHaveDuplicates();
    for (NcError error : NcError.values()) {
      assertThat(NcError.ofCode(error.code())).isEqualTo(error);
      assertThat(error.description()).isNotBlank().doesNotEndWith(".");
      assertThat(error.remedy()).isNotBlank().doesNotEndWith(".");
    }
    assertThat(NcError.ofCode(0)).isNull();
  }

  @Test
  @DisplayName("the numbers are those of the C libraries")
  void numbers() {
    assertThat(NcError.NC_EBADID.code()).isEqualTo(-33);
    assertThat(NcError.NC_ECHAR.code()).isEqualTo(-56);
    assertThat(NcError.NC_EDIMSIZE.code()).isEqualTo(-63);
    assertThat(NcError.NC_ESTRICTCDF2.code()).isEqualTo(-232);
    assertThat(NcError.NC_EMULTIDEFINE_CMODE.code()).isEqualTo(-273);
  }

  @Test
  @DisplayName("an exception says all that is known, and keeps what it comes from")
  void message() {
    IOException cause = new IOException("why");
    NcException plain = new NcException(NcError.NC_EREAD, "block 3 is gone", cause);
    NcException e = plain.variable("v").index(7).offset(99).remedy("replace the disk");
    assertThat(e)
        .hasMessage(
            "NC_EREAD (-205): variable 'v': element 7: at byte 99: block 3 is gone;"
                + " replace the disk")
        .hasCause(cause);
    assertThat(e.getStackTrace()).isEqualTo(plain.getStackTrace());
    assertThat(e.code()).isEqualTo(-205);
    assertThat(e.variableName()).isEqualTo("v");
    assertThat(e.elementIndex()).isEqualTo(7);
    assertThat(e.fileOffset()).isEqualTo(99);
    assertThat(plain.variableName()).isNull();
    assertThat(plain.elementIndex()).isEqualTo(NcException.NONE);
  }
}
