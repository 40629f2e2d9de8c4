package org.burstlog.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waits and rests are counted with their cause and length, and told to those who record. */
@SuppressForbidden("Flight Recorder is part of every JDK with the module jdk.jfr")
class PauseTest {
  @TempDir private Path directory;

  private final Counters counters = new Counters("out");

  private void waits(WaitCause cause) {
    Pause pause = counters.waits(cause);
    pause.close();
  }

  @ParameterizedTest
  @EnumSource(WaitCause.class)
  void aWaitIsCountedByItsCauseAlone(WaitCause cause) {
    waits(cause);
    waits(cause);
    Statistics counted = counters.snapshot();
    for (WaitCause each : WaitCause.values()) {
      assertThat(counted.get(each.nanos()) > 0).isEqualTo(each == cause);
      each.stalls()
          .ifPresent(many -> assertThat(counted.get(many)).isEqualTo(each == cause ? 2 : 0));
    }
    assertThat(counted.report("out", 1)).contains(cause.nanos().label());
  }

  @Test
  void onlyAWaitThatWasAskedForIsNoStall() {
    for (WaitCause cause : WaitCause.values()) {
      assertThat(cause.stalls().isEmpty()).isEqualTo(cause == WaitCause.ASKED);
    }
  }

  @Test
  void aRestIsAPartOfADrainAndNoWait() {
    Pause pause = counters.rests(RestCause.BURST);
    pause.close();
    Statistics counted = counters.snapshot();
    assertThat(counted.get(Counter.RESTS)).isOne();
    assertThat(counted.get(Counter.REST_NANOS)).isPositive();
    assertThat(counted.report("out", 1)).contains("rests of drains").contains("resting");
  }

  @Test
  void stallsAndRestsAreEvents() throws IOException {
    Path recorded = directory.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("org.burstlog.Stall");
      recording.enable("org.burstlog.Rest");
      recording.start();
      for (WaitCause cause : WaitCause.values()) {
        waits(cause);
      }
      for (RestCause cause : RestCause.values()) {
        Pause pause = counters.rests(cause);
        pause.close();
      }
      recording.stop();
      recording.dump(recorded);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(recorded);
    assertThat(events)
        .allSatisfy(event -> assertThat(event.getString("target")).isEqualTo("out"))
        .allSatisfy(event -> assertThat(event.getDuration()).isPositive());
    Map<String, Set<String>> causes =
        events.stream()
            .collect(
                Collectors.groupingBy(
                    event -> event.getEventType().getName(),
                    Collectors.mapping(event -> event.getString("cause"), Collectors.toSet())));
    assertThat(causes)
        .containsOnlyKeys("org.burstlog.Stall", "org.burstlog.Rest")
        .containsEntry("org.burstlog.Stall", Set.of("epoch", "delay", "full", "read"))
        .containsEntry("org.burstlog.Rest", Set.of("burst", "rate", "share"));
  }
}
