package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drains whose messages are in memory of the caller's. */
class GivenMemoryTest {
  private static final int ELEMENTS = 64;

  @TempDir Path directory;

  @Test
  void isAllTheMemoryThatADrainTakes() throws Exception {
    AtomicInteger given = new AtomicInteger();
    Path path = directory.resolve("out");
    ThreadedGroup.run(
        2,
        group -> {
          try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE)) {
            DrainOptions options = new DrainOptions(4096, 50, Strategy.EXCHANGE, 64, 2);
            Drain.of(
                    group,
                    target,
                    half(group),
                    options,
                    size -> {
                      given.incrementAndGet();
                      return ByteBuffer.allocateDirect(size);
                    })
                .run();
          }
        });
    // Two for who writes, one for who only sends, as both are on one node.
    assertThat(given).hasValue(3);
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
    for (int i = 0; i < ELEMENTS; i++) {
      assertThat(file.getLong(i * Long.BYTES)).as("element " + i).isEqualTo(1 + i);
    }
  }

  /** Every second element. */
  private static Pending half(ProcessGroup group) {
    MemoryLog log = new MemoryLog();
    ByteBuffer values = ByteBuffer.allocate(ELEMENTS / 2 * Long.BYTES);
    for (int i = group.rank(); i < ELEMENTS; i += 2) {
      values.order(ByteOrder.nativeOrder()).putLong(1 + i);
    }
    log.add(0, new Region(1).set(0, group.rank(), ELEMENTS / 2, 2), values.flip());
    return new Pending() {
      @Override
      public RecordIndex index() {
        return log.records();
      }

      @Override
      public List<Array> arrays() {
        return List.of(Array.rowMajor("a", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS));
      }

      @Override
      public DataView view() {
        return log;
      }

      @Override
      public void reset() throws IOException {}
    };
  }

  @Test
  void ofAMessageBeginsWithWhatIsInIt() {
    Parcel parcel = new Parcel();
    parcel.count(100);
    parcel.count(7);
    ByteBuffer buffer = ByteBuffer.allocate(5 + (int) parcel.size());
    parcel.begin(buffer, 5);
    int data = parcel.add(buffer, 1000, 100);
    assertThat(Parcel.described(buffer, 5)).isEqualTo(data - 5);
    parcel.fail(buffer);
    assertThat(Parcel.described(buffer, 5)).isEqualTo(Parcel.HEAD);
  }
}
