package org.burstlog.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.burstlog.SettingsException;
import org.junit.jupiter.api.Test;

/** The signal by which a scheduler says that the job ends. */
class NoticeTest {
  @Test
  void isNotGivenBeforeTheSignal() throws Exception {
    Notice notice = new Notice();
    notice.listen("");
    assertThat(notice.isGiven()).isFalse();
  }

  @Test
  void isGivenByTheSignal() throws Exception {
    Notice notice = new Notice();
    notice.listen("SIGUSR1");
    notice.listen("USR1");
    Process kill =
        new ProcessBuilder("kill", "-USR1", Long.toString(ProcessHandle.current().pid())).start();
    assertThat(kill.waitFor()).isZero();
    while (!notice.isGiven()) {
      Thread.onSpinWait();
    }
    assertThat(notice.isGiven()).isTrue();
  }

  @Test
  void refusesASignalThatCannotBeHeard() {
    assertThatThrownBy(() -> new Notice().listen("KILL"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("KILL")
        .hasMessageContaining("; set burstlog.drain.signal");
    assertThatThrownBy(() -> new Notice().listen("NOPE")).isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> new Notice().listen("USR2"))
        .hasMessageContaining("needs for itself; set burstlog.drain.signal");
  }
}
