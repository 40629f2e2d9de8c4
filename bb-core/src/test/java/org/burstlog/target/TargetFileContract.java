package org.burstlog.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every target file does, whatever the size of the group. An implementation's test inherits
 * this and says how a program is run and a file is opened.
 */
public abstract class TargetFileContract {

  /** For the implementations' tests. */
  protected TargetFileContract() {}

  /**
   * Runs a program in every process of a group.
   *
   * @param program what each runs
   * @throws Exception what any of them threw
   */
  protected abstract void run(RankProgram program) throws Exception;

  /**
   * Opens a target. Collective.
   *
   * @param group the processes that share it
   * @param path where it is
   * @param mode how it is opened
   * @return the open target
   * @throws IOException when it could not be opened
   */
  protected abstract TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException;

  /** What every process runs, with a directory that all of them see. */
  @FunctionalInterface
  protected interface TargetProgram {
    /**
     * Runs as one process.
     *
     * @param group the group
     * @param directory empty, and the same in every process
     * @throws Exception when the program ends before its time
     */
    void run(ProcessGroup group, Path directory) throws Exception;
  }

  /**
   * Runs a program in every process with a common directory, which is gone afterwards.
   *
   * @param program what each runs
   * @throws Exception what any of them threw
   */
  protected final void runIn(TargetProgram program) throws Exception {
    run(
        group -> {
          String made = group.rank() == 0 ? Files.createTempDirectory("target").toString() : "";
          byte[] name = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
          Path directory = Path.of(new String(name, StandardCharsets.UTF_8));
          program.run(group, directory);
          // Only when all is well: a process that failed does not wait for the others.
          group.barrier();
          if (group.rank() == 0) {
            try (Stream<Path> files = Files.walk(directory)) {
              for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
              }
            }
          }
        });
  }

  @Nested
  class Opening {
    @ParameterizedTest
    @EnumSource(names = {"CREATE", "CREATE_NEW"})
    void makesAnEmptyFile(Mode mode) throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            try (TargetFile target = open(group, path, mode)) {
              assertThat(target.size()).isZero();
              assertThat(target.path()).isEqualTo(path);
            }
            assertThat(path).isEmptyFile();
          });
    }

    @Test
    void takesNamesBeyondAscii() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("a b;c=d%s.nc");
            open(group, path, Mode.CREATE).close();
            assertThat(path).exists();
          });
    }

    @Test
    void forCreationKeepsAFileThatExistsUntilItIsEmptied() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "old content");
            open(group, path, Mode.CREATE).close();
            assertThat(path).hasContent("old content");
            group.barrier();
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              target.empty();
              assertThat(target.size()).isZero();
            }
            assertThat(path).isEmptyFile();
          });
    }

    @Test
    void forCreationIsEmptiedBeforeAMeetingThatTheCallerMakes() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "old content");
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              target.emptyBeforeMeeting();
              group.barrier();
              assertThat(target.size()).isZero();
            }
            assertThat(path).isEmptyFile();
          });
    }

    @Test
    void forUpdateIsNeverEmptied() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "old content");
            try (TargetFile target = open(group, path, Mode.UPDATE)) {
              target.empty();
              target.emptyBeforeMeeting();
            }
            assertThat(path).hasContent("old content");
          });
    }

    @Test
    void asNewRefusesAFileThatExistsAndLeavesIt() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "old content");
            assertRefused(group, path, () -> open(group, path, Mode.CREATE_NEW));
            assertThat(path).hasContent("old content");
          });
    }

    @Test
    void forUpdateKeepsWhatIsThere() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "old content");
            try (TargetFile target = open(group, path, Mode.UPDATE)) {
              assertThat(target.size()).isEqualTo(11);
            }
            assertThat(path).hasContent("old content");
          });
    }

    @ParameterizedTest
    @EnumSource(names = {"UPDATE", "READ"})
    void refusesAFileThatDoesNotExist(Mode mode) throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("missing.nc");
            assertRefused(group, path, () -> open(group, path, mode));
            assertThat(path).doesNotExist();
          });
    }

    @ParameterizedTest
    @EnumSource
    void refusesAMissingDirectory(Mode mode) throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("missing/out.nc");
            assertRefused(group, path, () -> open(group, path, mode));
          });
    }

    @ParameterizedTest
    @EnumSource
    void refusesADirectory(Mode mode) throws Exception {
      runIn(
          (group, directory) ->
              assertRefused(group, directory, () -> open(group, directory, mode)));
    }

    @ParameterizedTest
    @EnumSource
    void refusesAFileAsDirectory(Mode mode) throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "a file").resolve("out.nc");
            assertRefused(group, path, () -> open(group, path, mode));
          });
    }

    @Test
    void refusesAFileSystemThatTakesNoFiles() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = Path.of("/proc/out.nc");
            assertRefused(group, path, () -> open(group, path, Mode.CREATE));
          });
    }
  }

  @Nested
  class CollectiveWrites {
    @Test
    void interleaveTheBlocksOfAllProcesses() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              for (int round = 0; round < 3; round++) {
                oracle.writeAll(target, strided(group, round * 10_000L, 16, 100));
              }
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void repeatTheSameExtentsWithOtherData() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              for (int round = 0; round < 4; round++) {
                oracle.writeAll(target, strided(group, 12, 20, 7));
              }
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void changeBetweenScatteredAndContiguousExtents() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              for (int round = 0; round < 6; round++) {
                // Some processes change their shape in a round, the others keep theirs.
                boolean scattered = (round + group.rank()) % 3 == 0;
                long base = round % 2 * 40_000L;
                oracle.writeAll(
                    target,
                    scattered
                        ? strided(group, base, 10, 30)
                        : extents(base + 20_000 + group.rank() * 500L, 500));
              }
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void letProcessesTakePartWithNothing() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              for (int writer = 0; writer < group.size(); writer++) {
                boolean mine = group.rank() == writer;
                oracle.writeAll(
                    target, mine ? strided(group, writer * 1000L, 8, 10) : new ExtentList());
              }
              oracle.writeAll(target, new ExtentList());
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void leaveZerosWhereNothingWasWritten() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              // More than once: memory that is used again is where other bytes come from.
              for (int round = 0; round < 20; round++) {
                long base = round * 20_000L + group.rank() * 1000L;
                oracle.writeAll(target, extents(base, 10, 20, 10, 300, 50, 70, 100));
              }
              assertThat(oracle.size()).isEqualTo(group.max(target.size()));
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void takeTheBufferFromItsPositionToItsLimit() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              ByteBuffer data = ByteBuffer.allocateDirect(64);
              for (int i = 0; i < 64; i++) {
                data.put(i, (byte) i);
              }
              data.position(10).limit(14);
              long base = group.rank() * 6L;
              ExtentList extents = extents(base, 2, 1, 2);
              target.writeAll(extents, data);
              assertThat(data.position()).isEqualTo(14);
              assertThat(data.limit()).isEqualTo(14);
            }
            byte[] content = Files.readAllBytes(path);
            for (int rank = 0; rank < group.size(); rank++) {
              assertThat(content).startsWith(10, 11, 0, 12, 13);
              assertThat(content[rank * 6 + 4]).isEqualTo((byte) 13);
            }
          });
    }

    @Test
    void reachBeyondFourGigabytes() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("sparse.nc");
            long far = 5L << 30;
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              ExtentList extents = extents(far + group.rank() * 40L, 10, 10, 10);
              target.writeAll(extents, filled(20, group.rank() + 1));
              // And in one round from the start of the file to far behind it.
              ExtentList both = extents(group.rank() * 8L, 8);
              both.add(2 * far + group.rank() * 8L, 8);
              target.writeAll(both, filled(16, group.rank() + 101));
              target.sync();
              int other = (group.rank() + 1) % group.size();
              assertThat(read(target, far + other * 40L, 30))
                  .startsWith(other + 1, other + 1)
                  .endsWith(other + 1, other + 1);
              assertThat(read(target, other * 8L, 8)).containsOnly(other + 101);
              assertThat(read(target, 2 * far + other * 8L, 8)).containsOnly(other + 101);
              assertThat(target.size()).isEqualTo(2 * far + group.size() * 8L);
            }
          });
    }

    @Test
    void refuseDataThatDoesNotFitTheExtentsAndNobodyWaits() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              boolean wrong = group.rank() == 0;
              ThrowingCallable write =
                  () -> target.writeAll(extents(group.rank() * 10L, 10), filled(wrong ? 9 : 10, 1));
              if (wrong) {
                assertThatThrownBy(write)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("9 bytes of data for extents of 10");
              } else {
                try {
                  write.call();
                } catch (BurstlogException e) {
                  assertThat(e).hasMessageContaining("another process");
                } catch (Throwable e) {
                  throw new AssertionError(e);
                }
              }
              Oracle oracle = new Oracle(group);
              oracle.writeAll(target, strided(group, 0, 5, 3));
            }
          });
    }

    @Test
    void leaveWhatAnOracleWouldLeave() throws Exception {
      runIn(
          (group, directory) -> {
            long seed = group.broadcast(new byte[] {(byte) System.nanoTime()}, 0)[0];
            RandomRounds rounds = new RandomRounds(seed, group);
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              for (int round = 0; round < 12; round++) {
                oracle.writeAll(target, rounds.next());
              }
            }
            oracle.assertEqualTo(path, rounds::toString);
          });
    }
  }

  @Nested
  class IndependentWrites {
    @Test
    void needNoOtherProcess() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              // A different number of calls in every process: none may wait for another.
              for (int call = 0; call <= group.rank(); call++) {
                oracle.write(target, extents(group.rank() * 10_000L + call * 500L, 10, 90, 200));
              }
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void followCollectiveOnes() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            Oracle oracle = new Oracle(group);
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              oracle.write(target, extents(50_000 + group.rank() * 100L, 100));
              for (int round = 0; round < 3; round++) {
                oracle.writeAll(target, strided(group, round * 3000L, 10, 50));
                group.barrier();
                oracle.write(
                    target, extents(20_000 + group.rank() * 400L + round * 100L, 10, 30, 10));
                group.barrier();
              }
            }
            oracle.assertEqualTo(path);
          });
    }

    @Test
    void ofNothingDoNothing() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              target.write(new ExtentList(), ByteBuffer.allocateDirect(0));
              assertThat(target.size()).isZero();
            }
          });
    }

    @Test
    void refuseDataThatDoesNotFitTheExtents() throws Exception {
      runIn(
          (group, directory) -> {
            try (TargetFile target = open(group, directory.resolve("out.nc"), Mode.CREATE)) {
              assertThatThrownBy(() -> target.write(extents(0, 10), filled(11, 1)))
                  .isInstanceOf(IllegalArgumentException.class);
            }
          });
    }

    @Test
    void ofAFileOpenedForReadingFail() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "content");
            try (TargetFile target = open(group, path, Mode.READ)) {
              assertThatThrownBy(() -> target.write(extents(0, 3), filled(3, 1)))
                  .isInstanceOf(BurstlogException.class)
                  .hasMessageContaining("opened for reading");
              group.barrier();
            }
            assertThat(path).hasContent("content");
          });
    }
  }

  @Nested
  class Reads {
    @Test
    void giveWhatIsThere() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "0123456789");
            try (TargetFile target = open(group, path, Mode.READ)) {
              assertThat(read(target, 0, 10))
                  .isEqualTo("0123456789".getBytes(StandardCharsets.UTF_8));
              assertThat(read(target, 4, 3)).isEqualTo("456".getBytes(StandardCharsets.UTF_8));
            }
          });
    }

    @Test
    void endAtTheEndOfTheFile() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "0123456789");
            try (TargetFile target = open(group, path, Mode.READ)) {
              assertThat(read(target, 7, 100)).isEqualTo("789".getBytes(StandardCharsets.UTF_8));
              assertThat(read(target, 10, 100)).isEmpty();
              assertThat(read(target, 1000, 100)).isEmpty();
              assertThat(read(target, 3, 0)).isEmpty();
            }
          });
    }

    @Test
    void fillTheBufferFromItsPositionToItsLimit() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "0123456789");
            try (TargetFile target = open(group, path, Mode.READ)) {
              ByteBuffer into = ByteBuffer.allocateDirect(10).position(3).limit(7);
              assertThat(target.read(2, into)).isEqualTo(4);
              assertThat(into.position()).isEqualTo(7);
              byte[] all = new byte[10];
              into.clear().get(all);
              assertThat(all).containsExactly(0, 0, 0, '2', '3', '4', '5', 0, 0, 0);
            }
          });
    }

    @Test
    void seeWhatOthersWroteBeforeASync() throws Exception {
      runIn(
          (group, directory) -> {
            try (TargetFile target = open(group, directory.resolve("out.nc"), Mode.CREATE)) {
              Oracle oracle = new Oracle(group);
              for (int round = 0; round < 3; round++) {
                oracle.writeAll(target, strided(group, round * 700L, 9, 11));
                target.sync();
                assertThat(read(target, 0, (int) target.size())).isEqualTo(oracle.content());
                group.barrier();
              }
            }
          });
    }
  }

  @Nested
  class Sizes {
    @Test
    void areSetByAllTogether() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              target.resize(1000);
              assertThat(target.size()).isEqualTo(1000);
              target.resize(1000);
              group.barrier();
              target.resize(10);
              assertThat(target.size()).isEqualTo(10);
              group.barrier();
              target.resize(0);
              assertThat(target.size()).isZero();
              group.barrier();
              target.resize(6L << 30);
              assertThat(target.size()).isEqualTo(6L << 30);
              group.barrier();
              target.resize(30);
            }
            assertThat(Files.readAllBytes(path)).isEqualTo(new byte[30]);
          });
    }

    @Test
    void ofAFileOpenedForReadingCannotBeSet() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = existing(group, directory, "content");
            try (TargetFile target = open(group, path, Mode.READ)) {
              assertThatThrownBy(() -> target.resize(100)).isInstanceOf(BurstlogException.class);
            }
            assertThat(path).hasContent("content");
          });
    }
  }

  @Nested
  class Aside {
    @Test
    void anotherThreadWritesWhatThisReadsAndReadsWhatThisWrites() throws Exception {
      runIn(
          (group, directory) -> {
            Path path = directory.resolve("out.nc");
            try (TargetFile target = open(group, path, Mode.CREATE)) {
              long own = group.rank() * 1000L;
              TargetFile aside = target.aside().orElse(null);
              if (aside != null) {
                assertThat(aside.path()).isEqualTo(path);
                inAnotherThread(
                    () -> {
                      aside.write(extents(own, 100, 200, 100), filled(200, 5));
                      aside.syncOwn();
                    });
                assertThat(read(target, own, 100)).containsOnly(5);
                target.write(extents(own + 50, 20), filled(20, 6));
                inAnotherThread(
                    () -> {
                      assertThat(read(aside, own + 50, 20)).containsOnly(6);
                      assertThat(aside.size()).isGreaterThanOrEqualTo(own + 400);
                    });
              }
              group.barrier();
            }
          });
    }

    private static void inAnotherThread(ThrowingCallable work) throws Exception {
      FutureTask<Boolean> task =
          new FutureTask<>(
              () -> {
                assertThatCode(work).doesNotThrowAnyException();
                return true;
              });
      new Thread(task, "aside").start();
      assertThat(task.get()).isTrue();
    }
  }

  @Nested
  class Closing {
    @Test
    void makesEverythingVisibleToAll() throws Exception {
      runIn(
          (group, directory) -> {
            for (int i = 0; i < 10; i++) {
              Path path = directory.resolve("out" + i);
              Oracle oracle = new Oracle(group);
              try (TargetFile target = open(group, path, Mode.CREATE)) {
                oracle.writeAll(target, strided(group, 5, 10, 100));
              }
              oracle.assertEqualTo(path);
            }
          });
    }

    @Test
    void twiceDoesNothing() throws Exception {
      runIn(
          (group, directory) -> {
            TargetFile target = open(group, directory.resolve("out.nc"), Mode.CREATE);
            target.close();
            if (group.rank() == 0) {
              target.close();
            }
          });
    }

    @Test
    void leavesTheGroupToItsOwner() throws Exception {
      runIn(
          (group, directory) -> {
            open(group, directory.resolve("out.nc"), Mode.CREATE).close();
            assertThat(group.sum(1)).isEqualTo(group.size());
          });
    }

    @Test
    void makesEverythingElseFail() throws Exception {
      runIn(
          (group, directory) -> {
            TargetFile target = open(group, directory.resolve("out.nc"), Mode.CREATE);
            target.close();
            List<ThrowingCallable> calls =
                List.of(
                    target::size,
                    target::sync,
                    () -> target.resize(1),
                    () -> target.read(0, ByteBuffer.allocateDirect(1)),
                    () -> target.write(extents(0, 1), filled(1, 1)),
                    () -> target.writeAll(extents(0, 1), filled(1, 1)));
            for (ThrowingCallable call : calls) {
              assertThatThrownBy(call).isInstanceOf(IOException.class);
            }
          });
    }
  }

  /** Every process gets the same error, which names the path, and the group can go on. */
  private static void assertRefused(ProcessGroup group, Path path, ThrowingCallable opening)
      throws IOException {
    String[] message = {""};
    assertThatThrownBy(opening)
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining(path.toString())
        .satisfies(e -> message[0] = String.valueOf(e.getMessage()));
    byte[] mine = message[0].getBytes(StandardCharsets.UTF_8);
    assertThat(group.gather(mine)).allMatch(other -> java.util.Arrays.equals(other, mine));
  }

  private static Path existing(ProcessGroup group, Path directory, String content)
      throws IOException {
    Path path = directory.resolve("existing.nc");
    if (group.rank() == 0) {
      Files.writeString(path, content);
    }
    group.barrier();
    return path;
  }

  /** Blocks that the processes have in turn. */
  private static ExtentList strided(ProcessGroup group, long base, int blocks, int length) {
    ExtentList extents = new ExtentList();
    for (int block = 0; block < blocks; block++) {
      extents.add(base + ((long) block * group.size() + group.rank()) * length, length);
    }
    return extents;
  }

  /** Lengths of extents and of the gaps between them, in turn. */
  private static ExtentList extents(long base, int... lengthsAndGaps) {
    ExtentList extents = new ExtentList();
    long offset = base;
    for (int i = 0; i < lengthsAndGaps.length; i++) {
      if (i % 2 == 0) {
        extents.add(offset, lengthsAndGaps[i]);
      }
      offset += lengthsAndGaps[i];
    }
    return extents;
  }

  private static ByteBuffer filled(int length, int value) {
    ByteBuffer data = ByteBuffer.allocateDirect(length);
    for (int i = 0; i < length; i++) {
      data.put(i, (byte) value);
    }
    return data;
  }

  private static byte[] read(TargetFile target, long position, int length) throws IOException {
    ByteBuffer into = ByteBuffer.allocateDirect(length);
    int count = target.read(position, into);
    assertThat(into.position()).isEqualTo(count);
    byte[] bytes = new byte[count];
    into.flip().get(bytes);
    return bytes;
  }
}
