package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MpiHintsTest {
  @Nested
  class WellFormed {
    @Test
    void areReadInTheirOrder() throws Exception {
      assertThat(MpiHints.parse("cb_nodes=4;striping_unit=1048576;romio_ds_write=disable").asMap())
          .containsExactly(
              entry("cb_nodes", "4"),
              entry("striping_unit", "1048576"),
              entry("romio_ds_write", "disable"));
    }

    @Test
    void mayHaveBlanksAndEmptyParts() throws Exception {
      assertThat(MpiHints.parse(" ; cb_nodes = 4 ;; a=b=c; ").asMap())
          .containsExactly(entry("cb_nodes", "4"), entry("a", "b=c"));
    }

    @Test
    void areTextAgain() throws Exception {
      assertThat(MpiHints.parse("a=1; b=2")).hasToString("a=1;b=2");
      assertThat(MpiHints.parse(MpiHints.parse("a=1; b=2").toString()).asMap()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ";", " ; "})
    void mayBeNone(String text) throws Exception {
      assertThat(MpiHints.parse(text).asMap()).isEmpty();
      assertThat(MpiHints.none().asMap()).isEmpty();
    }
  }

  @Nested
  class Malformed {
    @ParameterizedTest
    @ValueSource(strings = {"cb_nodes", "cb_nodes=", "=4", "=", "a=1;b"})
    void areRefusedWithTheHintAndTheForm(String text) {
      String hint = text.substring(text.indexOf(';') + 1);
      assertThatThrownBy(() -> MpiHints.parse(text))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("'" + hint + "'")
          .hasMessageContaining("mpi.hints")
          .hasMessageContaining("key=value;key=value");
    }

    @Test
    void areRefusedWhenAKeyComesTwice() {
      assertThatThrownBy(() -> MpiHints.parse("a=1;a=2"))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("'a' twice");
    }

    @Test
    void areRefusedWhenLongerThanMpiTakes() {
      assertThatThrownBy(() -> MpiHints.parse("k".repeat(36) + "=1"))
          .hasMessageContaining("is a key of 36 bytes, and MPI takes 35");
      assertThatThrownBy(() -> MpiHints.parse("k=" + "v".repeat(256)))
          .hasMessageContaining("is a value of 256 bytes, and MPI takes 255");
    }
  }
}
