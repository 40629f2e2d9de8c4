package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.burstlog.recover.Wreck.longs;
import static org.burstlog.recover.Wreck.put;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recovery writes into the file that was logged, and into no other that has its path. */
class IdentityTest {
  private static final int TRIES = 1000;

  @TempDir Path directory;
  private Wreck wreck;
  private Path target;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
    target = wreck.target("out.bin");
  }

  private Object inode() throws IOException {
    return Files.getAttribute(target, "unix:ino");
  }

  /** Deletes the target, and makes another file that got its inode. */
  private void replaceInTheSameInode(byte[] content) throws IOException {
    assumeTrue(
        TargetIdentity.of(target).orElseThrow().born() != null,
        "this file system does not tell when a file was born");
    Object inode = inode();
    Files.delete(target);
    for (int i = 0; i < TRIES; i++) {
      Files.write(target, content);
      if (inode.equals(inode())) {
        return;
      }
      // Kept, so that the next one cannot get this inode again.
      Files.move(target, wreck.target("other" + i));
    }
    assumeTrue(false, "this file system does not use inodes again");
  }

  private void assertRefused(byte[] content) throws IOException {
    assertThatThrownBy(wreck::recover)
        .isInstanceOf(RecoveryRefusedException.class)
        .hasMessageContaining(target.toString())
        .hasMessageContaining("--force")
        .hasMessageContaining("bb discard");
    assertThat(wreck.content("out.bin")).isEqualTo(content);
  }

  @Nested
  class AnotherFile {
    @Test
    void inTheInodeOfTheOldOneIsNotTouched() throws Exception {
      wreck.small("out.bin");
      replaceInTheSameInode(longs(9, 9, 9, 9));
      assertRefused(longs(9, 9, 9, 9));
      assertThatThrownBy(wreck::recover).hasMessageContaining("born");
    }

    @Test
    void whichWasNeverWrittenIsNotTouchedEither() throws Exception {
      wreck.small("out.bin");
      replaceInTheSameInode(new byte[0]);
      assertRefused(new byte[0]);
    }

    @Test
    void isWrittenWhenItIsForced() throws Exception {
      wreck.small("out.bin");
      replaceInTheSameInode(longs(9, 9, 9, 9, 9));
      Wreck.recover(wreck.session(), Wreck.forced());
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4, 9));
    }

    @Test
    void shorterThanTheFileWasWhenItWasOpenedIsNotTouched() throws Exception {
      Files.write(target, longs(1, 2, 3, 4));
      wreck.of(
          "out.bin",
          TargetFile.Mode.UPDATE,
          1,
          "process",
          (group, buffer) -> put(buffer.define(Wreck.layout(4)), 0, 7));
      Files.write(target, longs(5));
      assertRefused(longs(5));
      assertThatThrownBy(wreck::recover).hasMessageContaining("32 bytes");
    }
  }

  /**
   * A file that the session made had no bytes when it began, but what is in no log must be there.
   */
  @Nested
  class AFileThatIsShorterThanWhereTheRecordsBegin {
    @BeforeEach
    void behindAHeader() throws Exception {
      wreck.writeBehindHeaders();
      Array behind = Array.rowMajor("number", 16, Long.BYTES, ByteOrder.BIG_ENDIAN, 4);
      wreck.of(
          "out.bin",
          1,
          "process",
          (group, buffer) -> {
            // As the number of records lies in the header of a netCDF file.
            Array count = Array.rowMajor("count", 4, Integer.BYTES, ByteOrder.BIG_ENDIAN);
            buffer.define(count).put(new Region(0), new int[] {3});
            Wreck.put(buffer.define(behind), 0, 1, 2, 3, 4);
          });
    }

    @Test
    void isNotTouched() throws Exception {
      Files.write(target, longs(7));
      assertRefused(longs(7));
      assertThatThrownBy(wreck::recover).hasMessageContaining("is gone");
    }

    @Test
    void isWrittenWhenItIsForced() throws Exception {
      Files.write(target, new byte[0]);
      Wreck.recover(wreck.session(), Wreck.forced());
      assertThat(wreck.content("out.bin")).hasSize(48);
    }
  }

  @Nested
  class AFileOfAProgramWithoutAHeader {
    @Test
    void isRecoveredHoweverShortItIs() throws Exception {
      Array behind = Array.rowMajor("number", 16, Long.BYTES, ByteOrder.BIG_ENDIAN, 4);
      wreck.of(
          "out.bin",
          1,
          "process",
          (group, buffer) -> Wreck.put(buffer.define(behind), 0, 1, 2, 3, 4));
      assertThat(wreck.recover().outcome()).isEqualTo(RecoveryReport.Outcome.REPLAYED);
      assertThat(wreck.content("out.bin")).hasSize(48);
    }
  }

  @Nested
  class TheSameFile {
    private void assertRecovered() throws IOException {
      assertThat(wreck.recover().outcome()).isEqualTo(RecoveryReport.Outcome.REPLAYED);
      assertThat(wreck.content("out.bin")).startsWith(longs(1, 2, 3, 4));
    }

    @Test
    void isRecoveredAfterItsModeAndTimesWereChanged() throws Exception {
      wreck.small("out.bin");
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-rw-rw-"));
      Files.setLastModifiedTime(target, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
      assertRecovered();
    }

    @Test
    void isRecoveredAfterItGrew() throws Exception {
      wreck.small("out.bin");
      Files.write(target, longs(0, 0, 0, 0, 0, 0, 0, 0));
      assertRecovered();
    }

    @Test
    void isRecoveredAfterItWasRenamed() throws Exception {
      wreck.small("out.bin");
      Path moved = Files.move(target, wreck.target("moved.bin"));
      Wreck.recover(wreck.session(), Wreck.careful().into(moved));
      assertThat(wreck.content("moved.bin")).isEqualTo(longs(1, 2, 3, 4));
    }

    @Test
    void isRecoveredAfterDrains() throws Exception {
      wreck.of(
          "out.bin",
          2,
          "process",
          (group, buffer) -> {
            var array = buffer.define(Wreck.layout(4));
            put(array, 2L * group.rank(), -1, -1);
            buffer.drain();
            put(array, 2L * group.rank(), 2L * group.rank() + 1, 2L * group.rank() + 2);
          });
      assertRecovered();
    }
  }
}
