package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Test;

class UndoTest {
  @Test
  void theLastIsUndoneFirstAndAFailureStopsNothing() throws Exception {
    List<String> undone = new ArrayList<>();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Undo undo = new Undo(new PrintStream(err, true, StandardCharsets.UTF_8));
    undo.later(() -> undone.add("first"));
    undo.later(
        () -> {
          throw new IOException("in use");
        });
    undo.later(() -> undone.add("last"));
    undo.close();
    undo.close();
    assertThat(undone).containsExactly("last", "first");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("bb bench: cleaning up: in use" + System.lineSeparator());
  }

  @Test
  void nothingIsBegunAfterTheEnd() {
    Undo undo =
        new Undo(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    undo.close();
    assertThatThrownBy(() -> undo.later(() -> {}))
        .isInstanceOf(BurstlogException.class)
        .hasMessage("interrupted");
    assertThatThrownBy(() -> undo.start(new ProcessBuilder("true")))
        .isInstanceOf(BurstlogException.class);
  }
}
