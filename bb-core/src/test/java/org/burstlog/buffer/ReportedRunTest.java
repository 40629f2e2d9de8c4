package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.report.Figures;
import org.burstlog.report.ReportFile;
import org.burstlog.report.Run;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with a report, of which each has one bottleneck: the report names it. */
class ReportedRunTest {
  private static final int ELEMENTS = 16 << 10;
  private static final int BLOCK = ELEMENTS * Integer.BYTES;

  @TempDir Path directory;

  private final OwnTime time = new OwnTime();
  private final Depot depot = new Depot(time);
  private Path tier;
  private Path path;

  /** The time of each thread is its own, and passes only where a test says so. */
  private static final class OwnTime extends ForwardingStorage {
    private final ThreadLocal<Long> now = ThreadLocal.withInitial(() -> 1L);

    OwnTime() {
      super(new LocalStorage());
    }

    @Override
    public long nanoTime() {
      return now.get();
    }

    void pass(long nanos) {
      now.set(now.get() + nanos);
    }
  }

  /** A file over four servers of which one takes ten times as long. */
  private final class OneSlowServer extends ForwardingTarget {
    OneSlowServer(TargetFile real) {
      super(real);
    }

    @Override
    public Optional<Striping> striping() {
      return Optional.of(new Striping(BLOCK, 4));
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      super.write(extents, data);
      for (int i = 0; i < extents.size(); i++) {
        boolean slow = extents.offset(i) / BLOCK % 4 == 2;
        time.pass(extents.length(i) * (slow ? 1000 : 100));
      }
    }
  }

  @BeforeEach
  void place() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out");
  }

  @AfterEach
  void closeDepot() {
    depot.close();
  }

  private Settings.Builder settings() throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.REPORT, "json");
  }

  private static BufferedArray define(BurstBuffer buffer) throws IOException {
    return buffer.define(
        Array.rowMajor("v", 0, Integer.BYTES, ByteOrder.nativeOrder(), 1024, ELEMENTS));
  }

  private static void put(BufferedArray array, int block) throws IOException {
    array.put(Region.of(new long[] {block, 0}, new long[] {1, ELEMENTS}), new int[ELEMENTS]);
  }

  private TargetFile target(ProcessGroup group) throws IOException {
    return PlainTarget.open(group, path, TargetFile.Mode.CREATE);
  }

  private JsonObject reported() throws IOException {
    String json = Files.readString(directory.resolve("out.report.json"));
    return JsonParser.parseString(json).getAsJsonObject();
  }

  private static String bottleneck(JsonObject report) {
    return report.getAsJsonArray("advice").get(0).getAsJsonObject().get("code").getAsString();
  }

  @Nested
  class TheBottleneck {
    @Test
    void isATierThatIsTooSmall() throws Exception {
      Settings small = settings().set(Settings.CAPACITY, "512KiB").build();
      ThreadedGroup.run(
          2,
          group -> {
            try (TargetFile target = target(group);
                BurstBuffer buffer = BurstBuffer.open(target, group, small, depot)) {
              BufferedArray array = define(buffer);
              for (int i = 0; i < 64; i++) {
                put(array, 2 * i + group.rank());
              }
            }
          });
      assertThat(bottleneck(reported())).isEqualTo("BL001");
      assertThat(reported().get("verdict").getAsString()).contains("the tier is too small");
    }

    @Test
    void isOneSlowServer() throws Exception {
      Settings usual = settings().build();
      ThreadedGroup.run(
          4,
          1,
          group -> {
            try (TargetFile target = new OneSlowServer(target(group));
                BurstBuffer buffer = BurstBuffer.open(target, group, usual, depot)) {
              BufferedArray array = define(buffer);
              for (int i = 0; i < 32; i++) {
                put(array, 32 * group.rank() + i);
              }
            }
          });
      assertThat(bottleneck(reported())).isEqualTo("BL002");
      assertThat(reported().get("verdict").getAsString())
          .contains("server 2 of the target is slow");
      assertThat(reported().getAsJsonArray("servers")).hasSize(4);
    }

    @Test
    void isAProcessThatPutsMost() throws Exception {
      Settings usual = settings().build();
      ThreadedGroup.run(
          4,
          group -> {
            try (TargetFile target = target(group);
                BurstBuffer buffer = BurstBuffer.open(target, group, usual, depot)) {
              BufferedArray array = define(buffer);
              for (int i = 0; i < (group.rank() == 1 ? 256 : 1); i++) {
                put(array, 256 * group.rank() + i);
              }
            }
          });
      assertThat(bottleneck(reported())).isEqualTo("BL003");
      assertThat(reported().getAsJsonObject("fullest").get("rank").getAsInt()).isEqualTo(1);
    }
  }

  @Nested
  class WhileItGoesOn {
    private List<Figures> written() throws IOException {
      Storage storage = depot.storage();
      List<Path> files = ReportFile.find(storage, storage.own(tier));
      assertThat(files).hasSize(1);
      return ReportFile.read(storage, files.get(0));
    }

    @Test
    void whatAProcessHasPutIsOnTheTierFromItsOpeningOn() throws Exception {
      Settings usual = settings().build();
      ThreadedGroup.run(
          2,
          group -> {
            try (TargetFile target = target(group)) {
              BurstBuffer buffer = BurstBuffer.open(target, group, usual, depot);
              put(define(buffer), group.rank());
              group.barrier();
              Run open = Run.of(written());
              assertThat(open.told()).isEqualTo(2);
              assertThat(open.state().toString()).isEqualTo("open");
              group.barrier();
              buffer.leave();
              group.barrier();
              Run left = Run.of(written());
              assertThat(left.state().toString()).isEqualTo("left");
              assertThat(left.counted().get(Counter.PUT_BYTES)).isEqualTo(2L * BLOCK);
              assertThat(left.pending()).isEqualTo(2L * BLOCK);
              group.barrier();
            }
          });
    }

    @Test
    void aFileThatWasClosedIsToldToBe() throws Exception {
      Settings usual = settings().set(Settings.REPORT, "html").build();
      ThreadedGroup.run(
          2,
          group -> {
            try (TargetFile target = target(group);
                BurstBuffer buffer = BurstBuffer.open(target, group, usual, depot)) {
              put(define(buffer), group.rank());
            }
          });
      Run closed = Run.of(written());
      assertThat(closed.state().toString()).isEqualTo("closed");
      assertThat(closed.pending()).isZero();
      assertThat(closed.writes()).isPositive();
      assertThat(closed.written()).isEqualTo(2L * BLOCK);
      assertThat(closed.counted().get(Counter.PENDING_PEAK_BYTES)).isEqualTo(2L * BLOCK);
      assertThat(Files.readString(directory.resolve("out.report.html")))
          .contains("<svg", "Puts over drains", "put 128.0 KiB")
          .endsWith("</html>\n");
    }

    @Test
    void withoutAReportThereIsNoFile() throws Exception {
      Settings none = settings().set(Settings.REPORT, "off").build();
      ThreadedGroup.run(
          1,
          group -> {
            try (TargetFile target = target(group);
                BurstBuffer buffer = BurstBuffer.open(target, group, none, depot)) {
              put(define(buffer), 0);
            }
          });
      Storage storage = depot.storage();
      assertThat(ReportFile.find(storage, storage.own(tier))).isEmpty();
      assertThat(directory.resolve("out.report.json")).doesNotExist();
    }
  }
}
