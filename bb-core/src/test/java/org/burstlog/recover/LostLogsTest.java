package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.cli.Main;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a log that say less than was put, or what cannot be. */
class LostLogsTest {
  private static final int PAGE = 4096;

  @TempDir Path directory;
  private Wreck wreck;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private Path pair() throws Exception {
    return wreck.of(
        "out.bin",
        2,
        "process",
        (group, buffer) -> {
          BufferedArray array = buffer.define(Wreck.layout(4));
          Wreck.put(array, 2L * group.rank(), -1, -1);
          Wreck.put(array, 2L * group.rank(), 7, 8);
        });
  }

  private void isRefused(Path left, String why) throws IOException {
    assertThatThrownBy(wreck::recover)
        .isInstanceOf(RecoveryRefusedException.class)
        .hasMessageContaining(why);
    assertThat(wreck.content("out.bin")).isEmpty();
    assertThat(left.resolve("r00001.data")).exists();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void aMetadataLogCutToNothingIsDamaged(int length) throws Exception {
    Path left = pair();
    Path meta = left.resolve("r00001.meta");
    Files.write(meta, Arrays.copyOf(Files.readAllBytes(meta), length));
    isRefused(left, "the metadata log is damaged");
  }

  @Test
  void aMetadataLogThatIsGoneIsMissed() throws Exception {
    Path left = pair();
    Files.delete(left.resolve("r00001.meta"));
    isRefused(left, "its metadata log is gone");
  }

  @Test
  void dataLogsOfTwoRanksExchangedAreNoPairs() throws Exception {
    Path left = pair();
    exchange(left.resolve("r00000.data"), left.resolve("r00001.data"));
    isRefused(left, "not of the same session and process");
  }

  @Test
  void aLogUnderTheNameOfAnotherIsToldSo() throws Exception {
    Path left = pair();
    exchange(left.resolve("r00000.data"), left.resolve("r00001.data"));
    exchange(left.resolve("r00000.meta"), left.resolve("r00001.meta"));
    isRefused(left, "under another name");
  }

  private static void exchange(Path one, Path other) throws IOException {
    byte[] bytes = Files.readAllBytes(one);
    Files.write(one, Files.readAllBytes(other));
    Files.write(other, bytes);
  }

  @Test
  void anEndThatIsZeroedIsToldByTheDataLog() throws Exception {
    Path left = pair();
    Path meta = left.resolve("r00001.meta");
    byte[] bytes = Files.readAllBytes(meta);
    ByteBuffer entries = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int second = Wreck.FIRST_DATA + entries.getInt(Wreck.FIRST_DATA);
    Arrays.fill(bytes, second + entries.getInt(second), bytes.length, (byte) 0);
    Files.write(meta, bytes);
    RecoveryReport report = wreck.recover();
    assertThat(report.complete()).isFalse();
    assertThat(report.kept()).isTrue();
    assertThat(wreck.content("out.bin")).isEqualTo(Wreck.longs(7, 8, -1, -1));
  }

  @Test
  void anOlderEntryBehindANewerOneIsNeverReplayed() throws Exception {
    Path left = pair();
    Path meta = left.resolve("r00001.meta");
    byte[] bytes = Files.readAllBytes(meta);
    ByteBuffer entries = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int first = Wreck.FIRST_DATA + entries.getInt(Wreck.FIRST_DATA);
    int length = entries.getInt(first);
    // A gap, and then the first put once more.
    System.arraycopy(bytes, first, bytes, first + 2 * length + 64, length);
    Files.write(meta, bytes);
    isRefused(left, "as if copied from before");
  }

  @Test
  void aPageOfEntriesInThePlaceOfTheTallyIsDamage() throws Exception {
    Path left = pair();
    Path meta = left.resolve("r00001.meta");
    Path data = left.resolve("r00001.data");
    byte[] entries = Files.readAllBytes(meta);
    byte[] header = Files.readAllBytes(data);
    byte[] page = Arrays.copyOf(header, PAGE);
    System.arraycopy(entries, Wreck.FIRST_DATA, header, 0, PAGE);
    System.arraycopy(page, 0, entries, Wreck.FIRST_DATA, PAGE);
    Files.write(meta, entries);
    Files.write(data, header);
    isRefused(left, "which has the tally, was overwritten");
  }

  @Nested
  class WithAHugeHeader {
    /** Fields of a header, by their places. */
    private static final int LANES = 28;

    private static final int GROUP_SIZE = 40;
    private static final int BLOCK_SIZE = 48;
    private static final int MOST_PROCESSES = 1 << 20;
    private static final int MOST_LANES = 1 << 14;
    private static final int SHOWN = 2000;

    @ParameterizedTest
    @CsvSource({"36, 2147483647", "40, 2147483647", "40, -1", "28, 2147483647", "24, -5"})
    void thatCannotBeItIsRefused(int at, int value) throws Exception {
      Path left = wreck.small("out.bin");
      rewrite(left, Map.of(at, value));
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("its header cannot be");
      assertThat(left.resolve("r00000.data")).exists();
      bbWithLittleMemory(1, "verify", left);
    }

    @Test
    void ofTheLargestGroupItIsReadAndTheOthersAreMissed() throws Exception {
      Path left = wreck.small("out.bin");
      rewrite(left, Map.of(GROUP_SIZE, MOST_PROCESSES));
      readsWithLittleMemory(left);
    }

    @Test
    void ofTheLargestNodeItIsReadAndTheOthersAreMissed() throws Exception {
      assumeTrue(Effort.isLong(), "in the long form only");
      Path left = wreck.small("out.bin");
      rewrite(left, Map.of(GROUP_SIZE, MOST_PROCESSES, LANES, MOST_LANES, BLOCK_SIZE, 1 << 16));
      Files.move(left.resolve("r00000.meta"), left.resolve("n0000.meta"));
      Files.move(left.resolve("r00000.data"), left.resolve("n0000.data"));
      readsWithLittleMemory(left);
    }

    private void readsWithLittleMemory(Path left) throws Exception {
      bbWithLittleMemory(1, "list", wreck.tier());
      bbWithLittleMemory(0, "inspect", left);
      bbWithLittleMemory(1, "verify", left);
      bbWithLittleMemory(1, "verify", "--json", left);
      bbWithLittleMemory(1, "recover", left);
      assertThat(wreck.content("out.bin")).isEqualTo(Wreck.longs(1, 2, 3, 4));
    }

    private static void rewrite(Path left, Map<Integer, Integer> fields) throws IOException {
      for (String file : new String[] {"r00000.meta", "r00000.data"}) {
        byte[] bytes = Files.readAllBytes(left.resolve(file));
        for (int slot = 0; slot < 2; slot++) {
          ByteBuffer header =
              ByteBuffer.wrap(bytes, 4096 * slot, 4096).slice().order(ByteOrder.LITTLE_ENDIAN);
          fields.forEach(header::putInt);
          CRC32C crc = new CRC32C();
          crc.update(bytes, 4096 * slot + 12, header.getInt(44) - 12);
          header.putInt(8, (int) crc.getValue());
        }
        Files.write(left.resolve(file), bytes);
      }
    }

    /** Runs a command in a JVM of 64 MiB, which must end with an exit code. */
    private void bbWithLittleMemory(int expected, Object... words) throws Exception {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
      for (Object word : words) {
        command.add(word.toString());
      }
      Path said = directory.resolve("said.txt");
      int code =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start()
              .waitFor();
      String all = Files.readString(said);
      String end = all.substring(Math.max(0, all.length() - SHOWN));
      assertThat(code).as("%s said %s", command, end).isEqualTo(expected);
    }
  }
}
