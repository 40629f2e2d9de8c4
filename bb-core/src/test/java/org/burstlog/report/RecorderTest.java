package org.burstlog.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.burstlog.array.ExtentList;
import org.burstlog.group.SoloGroup;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.SuppressForbidden;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int STRIPE = 1 << 20;

  @TempDir Path tier;

  private final Storage storage = new LocalStorage();
  private final AtomicLong now = new AtomicLong(77);
  private final AtomicLong pending = new AtomicLong();
  private final Counters counters = new Counters("out");
  private final SoloGroup group = new SoloGroup();
  private TargetFile target;
  private Path own;
  private Recorder recorder;

  /** A file over three servers, each byte of which takes a nanosecond to write. */
  private final class Striped extends ForwardingTarget {
    Striped(TargetFile real) {
      super(real);
    }

    @Override
    public Optional<Striping> striping() {
      return Optional.of(new Striping(STRIPE, 3));
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      super.write(extents, data);
      now.addAndGet(extents.bytes());
    }
  }

  @BeforeEach
  void open() throws IOException {
    own = storage.own(tier);
    storage.makeDirectory(own);
    target = new Striped(PlainTarget.open(group, tier.resolve("out"), TargetFile.Mode.CREATE));
    Subject subject = new Subject("out", 1, 0, 0, 5, false, Map.of());
    recorder = new Recorder(subject, counters, now::get, target);
  }

  @AfterEach
  void close() throws IOException {
    recorder.leave();
    target.close();
    group.close();
  }

  private Figures written() throws IOException {
    List<Path> files = ReportFile.find(storage, own);
    assertThat(files).hasSize(1);
    List<Figures> all = ReportFile.read(storage, files.get(0));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private void begin() throws IOException {
    recorder.begin(pending::get, ReportFile.open(storage, own, 1, 0));
  }

  private void write(TargetFile to, long offset, int length) throws IOException {
    ExtentList extents = new ExtentList();
    extents.add(offset, length);
    to.write(extents, ByteBuffer.allocateDirect(length));
  }

  @Nested
  class WhatIsWritten {
    @Test
    void isThereFromTheBeginningAndNewEverySecond() throws IOException {
      begin();
      assertThat(written().counted().get(Counter.PUTS)).isZero();
      counters.put(100);
      now.addAndGet(SECOND / 2);
      recorder.tick();
      assertThat(written().counted().get(Counter.PUTS)).isZero();
      pending.set(100);
      now.addAndGet(SECOND / 2);
      recorder.tick();
      Figures second = written();
      assertThat(second.counted().get(Counter.PUTS)).isEqualTo(1);
      assertThat(second.pending()).isEqualTo(100);
      assertThat(second.counted().get(Counter.PENDING_PEAK_BYTES)).isEqualTo(100);
      assertThat(second.elapsed()).isEqualTo(SECOND);
      assertThat(second.heat().put(5)).isEqualTo(100);
      assertThat(second.state()).isEqualTo(State.OPEN);
    }

    @Test
    void saysHowItEnded() throws IOException {
      begin();
      counters.put(7);
      Run run = recorder.end(group);
      assertThat(run.state()).isEqualTo(State.CLOSED);
      assertThat(run.counted().get(Counter.PUT_BYTES)).isEqualTo(7);
      assertThat(written().state()).isEqualTo(State.CLOSED);
    }

    @Test
    @SuppressForbidden("Flight Recorder is part of every JDK with the module jdk.jfr")
    void isToldToFlightRecorderWhenItEnds() throws IOException {
      Path recorded = tier.resolve("events.jfr");
      try (Recording recording = new Recording()) {
        recording.enable("org.burstlog.Report");
        recording.start();
        counters.add(Counter.DRAIN_WAIT_NANOS, 7);
        Run run = recorder.end(group);
        recording.stop();
        recording.dump(recorded);
        assertThat(run.told()).isEqualTo(1);
      }
      List<RecordedEvent> events =
          RecordingFile.readAllEvents(recorded).stream()
              .filter(event -> event.getEventType().getName().equals("org.burstlog.Report"))
              .toList();
      assertThat(events).hasSize(1);
      assertThat(events.get(0).getString("target")).isEqualTo("out");
      assertThat(events.get(0).getString("verdict")).startsWith("the program waited ");
      assertThat(events.get(0).getDuration("exposed").toNanos()).isEqualTo(7);
    }

    @Test
    void isLeftOutWhereItCannotBeWritten() throws IOException {
      ReportFile gone = ReportFile.open(storage, own, 1, 0);
      gone.close();
      recorder.begin(pending::get, gone);
      now.addAndGet(2 * SECOND);
      recorder.tick();
      assertThat(recorder.end(group).elapsed()).isEqualTo(2 * SECOND);
      assertThat(ReportFile.read(storage, ReportFile.find(storage, own).get(0))).isEmpty();
    }
  }

  @Nested
  class WhatGoesToTheTarget {
    @Test
    void isCountedByServerWithItsPartOfTheTime() throws IOException {
      TargetFile measured = recorder.measured(target);
      write(measured, STRIPE / 2, 2 * STRIPE);
      write(measured, 4L * STRIPE, STRIPE);
      Figures figures = recorder.figures(State.OPEN);
      assertThat(figures.writes()).isEqualTo(2);
      assertThat(figures.written()).isEqualTo(3L * STRIPE);
      Servers servers = figures.servers();
      assertThat(servers.written()).containsExactly(0, 1, 2);
      assertThat(servers.bytes(0)).isEqualTo(STRIPE / 2);
      assertThat(servers.bytes(1)).isEqualTo(2L * STRIPE);
      assertThat(servers.nanos(1)).isEqualTo(2L * STRIPE);
      assertThat(servers.nanos(2)).isEqualTo(STRIPE / 2);
    }

    @Test
    void isTheSameFileInEveryOtherWay() throws IOException {
      TargetFile measured = recorder.measured(target);
      write(measured, 0, 8);
      measured.sync();
      measured.syncOwn();
      assertThat(measured.size()).isEqualTo(8);
      assertThat(measured.read(0, ByteBuffer.allocateDirect(8))).isEqualTo(8);
      assertThat(measured.path()).isEqualTo(target.path());
      assertThat(measured.mode()).isEqualTo(TargetFile.Mode.CREATE);
      assertThat(measured.striping()).isEqualTo(target.striping());
      assertThat(measured.can(TargetFile.Capability.COLLECTIVE_BUFFERING)).isFalse();
      measured.writeAll(new ExtentList(), ByteBuffer.allocateDirect(0));
      assertThat(recorder.figures(State.OPEN).writes()).isEqualTo(1);
      measured.resize(4);
      assertThat(target.size()).isEqualTo(4);
      measured.empty();
      measured.emptyBeforeMeeting();
      assertThat(target.size()).isZero();
      assertThat(measured.aside()).isEmpty();
      measured.leave();
      measured.closeBeforeMeeting();
      measured.close();
    }
  }

  @Test
  void metricsAndPagesEscapeWhatAPathMayHave() {
    Run run = Run.of(List.of(new Sample(0).figures()));
    Subject odd = new Subject("/a\"<b>\\", 1, 0, 0, 0, false, Map.of());
    Run named =
        new Run(
            odd,
            run.state(),
            1,
            run.counted(),
            1,
            0,
            0,
            0,
            0,
            0,
            run.slowest(),
            run.fullest(),
            run.servers(),
            run.heat());
    assertThat(ReportHtml.of(named)).contains("/a\"&lt;b&gt;\\").doesNotContain("<b>");
    assertThat(ReportMetrics.of(List.of(named))).contains("{target=\"/a\\\"<b>\\\\\"} 0\n");
    assertThat(ReportJson.of(named)).contains("\"target\":\"/a\\\"<b>\\\\\"");
  }
}
