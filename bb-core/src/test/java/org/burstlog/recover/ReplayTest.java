package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How records come from logs into a target: in order, in little memory, from any machine. */
class ReplayTest {
  private static final int RANKS = 5;
  private static final int MINE = 64;

  @TempDir Path directory;
  private Wreck wreck;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  /** Puts at random, into a log and into a picture of the file. */
  private static void puts(Random random, int rank, List<BufferedArray> arrays, ByteBuffer picture)
      throws Exception {
    for (int n = random.nextInt(60); n > 0; n--) {
      int which = random.nextInt(2);
      int start = random.nextInt(MINE);
      int stride = 1 + random.nextInt(3);
      int count = 1 + random.nextInt((MINE - start - 1) / stride + 1);
      long[] values = random.longs(count).toArray();
      int first = rank * MINE + start;
      arrays
          .get(which)
          .put(Region.of(new long[] {first}, new long[] {count}, new long[] {stride}), values);
      picture.order(arrays.get(which).array().order());
      for (int i = 0; i < count; i++) {
        picture.putLong((first + i * stride) * Long.BYTES, values[i]);
      }
    }
  }

  private static Array turned(Array array) {
    return Array.rowMajor(
        array.name() + " turned", 0, Long.BYTES, ByteOrder.LITTLE_ENDIAN, array.shape(0));
  }

  @ParameterizedTest
  @CsvSource({
    "process, 1, 1",
    "process, 3, 2",
    "process, 1000, 5",
    "node, 1, 3",
    "node, 7, 2",
    "node, 50, 1"
  })
  void theLastWriteWinsHoweverSmallABatch(String layout, int records, int processes)
      throws Exception {
    long seed = new Random().nextLong();
    ByteBuffer picture = ByteBuffer.allocate(RANKS * MINE * Long.BYTES);
    wreck.of(
        "out.bin",
        RANKS,
        layout,
        (group, buffer) -> {
          Array array = Wreck.layout((long) RANKS * MINE);
          List<BufferedArray> arrays = List.of(buffer.define(array), buffer.define(turned(array)));
          try {
            puts(new Random(seed + group.rank()), group.rank(), arrays, picture.duplicate());
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    DrainOptions drain = new DrainOptions(4096, 7, Strategy.COLLECTIVE);
    ThreadedGroup.run(
        processes,
        group -> {
          LocalStorage storage = new LocalStorage();
          TierSession session = SessionFinder.find(group, storage, List.of(wreck.tier())).get(0);
          try (TargetFile target =
              PlainTarget.open(group, wreck.target("out.bin"), TargetFile.Mode.UPDATE)) {
            Batch.Limits limits = new Batch.Limits(records, 9, 2);
            new Replay(group, storage, target, drain, limits, Progress.NONE)
                .replay(LaneShare.mine(group, session), 0);
          }
        });
    byte[] found = Arrays.copyOf(wreck.content("out.bin"), picture.capacity());
    assertThat(found).as("seed %d", seed).isEqualTo(picture.array());
  }

  @Test
  void ranksThatHavePutDifferentValuesToOnePlaceDoNotMakeItFail() throws Exception {
    wreck.of(
        "out.bin",
        4,
        "process",
        (group, buffer) -> {
          BufferedArray array = buffer.define(Wreck.layout(1000));
          long[] values = new long[1000];
          Arrays.fill(values, group.rank() + 1);
          for (int i = 0; i < 20; i++) {
            Wreck.put(array, 0, values);
          }
        });
    ThreadedGroup.run(
        4,
        group -> {
          TierSession session =
              SessionFinder.find(group, new LocalStorage(), List.of(wreck.tier())).get(0);
          RecoveryReport report =
              new Recovery(
                      group,
                      new LocalStorage(),
                      PlainTarget.SYSTEM,
                      RecoveryOptions.careful(new DrainOptions(4096, 10, Strategy.INDEPENDENT)))
                  .recover(session);
          assertThat(report.complete()).isTrue();
        });
    long[] values = new long[1000];
    ByteBuffer.wrap(wreck.content("out.bin")).asLongBuffer().get(values);
    assertThat(values).hasSize(1000);
    for (long value : values) {
      assertThat(value).isBetween(1L, 4L);
    }
  }

  @ParameterizedTest
  @CsvSource({"LITTLE", "BIG"})
  void dataOfAMachineOfTheOtherByteOrderIsTurned(String target) throws Exception {
    Path file = Files.createFile(wreck.target("out.bin"));
    LocalStorage storage = new LocalStorage();
    SessionDirectory session = SessionDirectory.make(storage, wreck.tier(), file, 0x1234);
    boolean foreign = ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN;
    LogWriter.create(session, "r00000");
    LogHeader header = new LogHeader(foreign, 0x1234, 1, 1, 0, 0, 1, 0, 1, file.toString(), "");
    ByteOrder order = target.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    try (LogWriter log = LogWriter.open(session, "r00000", header, LogOptions.DEFAULT)) {
      int longs = log.define(Array.rowMajor("longs", 0, 8, order, 2));
      int shorts = log.define(Array.rowMajor("shorts", 16, 2, order, 3));
      int bytes = log.define(Array.rowMajor("bytes", 22, 1, order, 1));
      // As the other machine has them in its memory.
      Region two = Region.of(new long[] {0}, new long[] {2});
      long[] turned = {Long.reverseBytes(0x0102030405060708L), Long.reverseBytes(-2)};
      log.put(longs, two, turned, 0, 16);
      short[] small = {Short.reverseBytes((short) 0x0a0b), 0, Short.reverseBytes((short) -3)};
      log.put(shorts, Region.of(new long[] {0}, new long[] {3}), small, 0, 6);
      log.put(bytes, Region.of(new long[] {0}, new long[] {1}), new byte[] {7}, 0, 1);
    }
    wreck.recover();
    ByteBuffer wanted = ByteBuffer.allocate(23).order(order);
    wanted.putLong(0x0102030405060708L).putLong(-2);
    wanted.putShort((short) 0x0a0b).putShort((short) 0).putShort((short) -3).put((byte) 7);
    assertThat(wreck.content("out.bin")).isEqualTo(wanted.array());
  }
}
