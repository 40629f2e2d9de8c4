package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.burstlog.log.format.SessionName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name of a session's directory says which target and which session. */
class SessionNameTest {
  @Test
  void ofCopiesSaysWhoseTheyAreAndWhoKeepsThem() {
    SessionName own = SessionName.of(Path.of("/pfs/out.n1.k2"), 0x0123456789abcdefL);
    SessionName copies = own.ofCopies(12, 4);
    assertThat(copies).hasToString("out.n1.k2.0123456789abcdef.n12.k4");
    assertThat(SessionName.parse(Path.of(copies.toString()))).contains(copies);
    assertThat(SessionName.parse(Path.of(own.toString()))).contains(own);
    assertThat(copies.isCopy()).isTrue();
    assertThat(own.isCopy()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"out.nc", ".", "..x", " ", "-rf", "*", "a.0123456789abcdef", "ä", "\ud835\udd18"})
  void isReadAsItWasMade(String target) {
    SessionName name = SessionName.of(Path.of("/pfs", "x" + target), 0xabcdL);
    assertThat(name.target()).isEqualTo("x" + target);
    assertThat(SessionName.parse(Path.of("/tier/burstlog-u", name.toString()))).contains(name);
  }

  @Test
  void showsNoCharacterThatATerminalDoesNot() {
    String name = "a\nb\rc\u0085d\u2028e\u2029f\u001bg\u202eh\u00adi\uFFFDj";
    assertThat(SessionName.of(Path.of("/pfs", name), 1))
        .hasToString("a_b_c_d_e_f_g_h_i_j.0000000000000001");
  }

  @Test
  void isReadWhateverTheTargetsNameHolds() {
    SessionName odd = new SessionName("two\nlines\u2028", -1);
    assertThat(SessionName.parse(Path.of(odd.toString()))).contains(odd);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out.nc",
        ".0123456789abcdef",
        "x.0123456789ABCDEF",
        "x.0123456789abcde",
        "x0123456789abcdef0",
        "x.0123456789abcdeg",
        "x.+123456789abcdef",
        "x.0123456789abcdef.n1",
        "x.0123456789abcdef.k1",
        "x.0123456789abcdef.n1.k",
        "x.0123456789abcdef.n01.k1",
        "x.0123456789abcdef.n1.k-1",
        "x.0123456789abcdef.n1.k1.k1",
        "spare-0123456789abcdef",
        "0123456789abcdef"
      })
  void otherNamesAreNone(String name) {
    assertThat(SessionName.parse(Path.of(name))).isEmpty();
  }
}
