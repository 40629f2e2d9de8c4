package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.testing.SuppressForbidden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file with a burst buffer tells: its report when it is closed, and events. */
class ToldTest {
  private static final int SCREEN = 40;

  @TempDir Path directory;

  private Settings.Builder builder() {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, directory.toString())
        .set(Settings.CHUNK, "64KiB");
  }

  private static NcVariable create(Path path, NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, file.defineDimension("x", 1 << 16));
    file.endDefine();
    return v;
  }

  private static Region region(long start, long count) {
    return Region.of(new long[] {start}, new long[] {count});
  }

  private List<String> closed(Settings settings) throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public void publish(LogRecord message) {
            if (message.getLevel().equals(Level.INFO)) {
              told.add(message.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("org.burstlog");
    logger.addHandler(listener);
    try {
      ThreadedGroup.run(
          3,
          group -> {
            NcOptions options = NcOptions.defaults().settings(settings).group(group);
            NcVariable v = create(directory.resolve("out.nc"), options);
            v.put(region(10L * group.rank(), 10), new double[10]);
            v.file().close();
          });
    } finally {
      logger.removeHandler(listener);
    }
    return told;
  }

  @Test
  void theFirstProcessReportsForAllOnOneScreenWhenAsked() throws Exception {
    List<String> told = closed(builder().set(Settings.REPORT, "on").build());
    assertThat(told).hasSize(1);
    assertThat(told.get(0))
        .contains("burst buffer of " + directory.resolve("out.nc"), "3 processes")
        .containsPattern("\\n    puts +3\\n")
        .containsPattern("\\n    bytes put +240 ")
        .containsPattern("\\n    drains, each counted once +1 close\\n");
    assertThat(told.get(0).lines().count()).isLessThanOrEqualTo(SCREEN);
  }

  @Test
  void nobodyReportsUnasked() throws Exception {
    assertThat(closed(builder().build())).isEmpty();
  }

  @Test
  @SuppressForbidden("Flight Recorder is part of every JDK with the module jdk.jfr")
  void flightRecorderIsToldOfPutsThatFoundTheLogFull() throws IOException {
    Path recorded = directory.resolve("events.jfr");
    Path path = directory.resolve("out.nc");
    long full;
    try (Recording recording = new Recording()) {
      recording.enable("org.burstlog.Full");
      recording.start();
      NcOptions options =
          NcOptions.defaults().settings(builder().set(Settings.CAPACITY, "128KiB").build());
      NcVariable v = create(path, options);
      for (int i = 0; i < 12; i++) {
        v.put(region(2048L * i, 2048), new double[2048]);
      }
      v.put(region(0, 1 << 16), new double[1 << 16]);
      v.file().close();
      full = v.file().statistics().orElseThrow().get(Counter.FULL_EVENTS);
      recording.stop();
      recording.dump(recorded);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(recorded).stream()
            .filter(event -> event.getEventType().getName().equals("org.burstlog.Full"))
            .toList();
    assertThat(events).hasSize((int) full).hasSizeGreaterThan(1);
    for (RecordedEvent event : events) {
      assertThat(event.getString("target")).isEqualTo(path.toString());
      boolean large = event.getLong("bytes") == 8 << 16;
      assertThat(large || event.getLong("bytes") == 8 * 2048).isTrue();
      assertThat(event.getBoolean("writtenThrough")).isEqualTo(large);
      assertThat(event.getDuration()).isPositive();
    }
    assertThat(events).anyMatch(event -> event.getBoolean("writtenThrough"));
  }
}
