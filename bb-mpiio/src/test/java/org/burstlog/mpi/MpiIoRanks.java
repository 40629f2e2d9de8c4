package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.Together;
import org.burstlog.mpi.testing.RankRunner;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Capability;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.target.TargetOpening;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only a target over MPI-IO has: capabilities, native memory, full disks, huge rounds. */
class MpiIoRanks {
  @Test
  void theTargetCombinesWrites() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "capability");
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            assertThat(target.can(Capability.COLLECTIVE_BUFFERING)).isTrue();
            assertThat(target.toString()).contains(path.toString());
          }
          delete(group, path);
        });
  }

  @Test
  void aTargetOpenedInStepsIsToBeEmptiedOnlyWhereItHasContent() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "steps");
          delete(group, path);
          for (int existing = 0; existing < 2; existing++) {
            TargetOpening opening =
                MpiTarget.system(MpiHints.none()).begin(group, path, Mode.CREATE);
            opening.first();
            assertThat(group.max(opening.hasContent() ? 1 : 0)).isEqualTo(existing);
            try (TargetFile target = opening.rest(Optional.empty())) {
              target.empty();
              assertThat(target.size()).isZero();
              ExtentList mine = new ExtentList();
              mine.add(group.rank(), 1);
              target.writeAll(mine, ByteBuffer.allocateDirect(1));
            }
            group.barrier();
            assertThat(path).hasSize(group.size());
          }
          delete(group, path);
        });
  }

  @Test
  void aTargetThatWasMadeAndIsNotWantedIsDeleted() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "unwanted");
          delete(group, path);
          TargetOpening opening = MpiTarget.system(MpiHints.none()).begin(group, path, Mode.CREATE);
          opening.first();
          group.barrier();
          assertThat(opening.rest(Optional.empty()).size()).isZero();
          group.barrier();
          opening.undo();
          group.barrier();
          assertThat(path).doesNotExist();
        });
  }

  @Test
  void anotherKindOfGroupIsRefused() {
    assertThatThrownBy(
            () -> MpiTarget.open(new SoloGroup(), Path.of("unused"), Mode.READ, MpiHints.none()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MpiGroup");
  }

  /** OMPIO has one error for it that says nothing. */
  @Test
  void aPathBelowAFileIsToldAsThat() throws Exception {
    RankRunner.run(
        group -> {
          Path file = commonFile(group, "below");
          Path path = file.resolve("out");
          assertThatThrownBy(() -> MpiTarget.open(group, path, Mode.CREATE, MpiHints.none()))
              .isInstanceOf(BurstlogException.class)
              .hasMessageContaining(path.toString())
              .message()
              .containsIgnoringCase("directory");
          delete(group, file);
        });
  }

  @Test
  void aProcessThatWritesNothingOpensNothing() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "unused");
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            assertThat(openCount(path)).isEqualTo(group.rank() == 0 ? 1 : 0);
            target.sync();
            assertThat(openCount(path)).isEqualTo(group.rank() == 0 ? 1 : 0);
          }
          assertThat(openCount(path)).isZero();
          delete(group, path);
        });
  }

  /** Returns how many descriptors of this process are of a file. */
  private static long openCount(Path path) throws IOException {
    long count = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path one : all) {
        try {
          count += Files.readSymbolicLink(one).equals(path) ? 1 : 0;
        } catch (NoSuchFileException e) {
          // Closed meanwhile.
        }
      }
    }
    return count;
  }

  /** What a process does with a target whose file was moved away; it has a byte to write there. */
  private interface Use {
    void of(ProcessGroup group, MpiTarget target, ExtentList mine, Path moved) throws IOException;
  }

  /**
   * Gives another file the name of one that is open, and has it used; the other is left alone.
   *
   * @param name what both are called
   */
  private static void replaced(String name, Use use) throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, name);
          Path moved = path.resolveSibling(path.getFileName() + "-moved");
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            if (group.rank() == 0) {
              Files.move(path, moved);
              Files.writeString(path, "another");
            }
            group.barrier();
            ExtentList mine = new ExtentList();
            mine.add(group.rank(), 1);
            use.of(group, target, mine, moved);
            target.sync();
            assertThat(path).hasContent("another");
          }
          delete(group, path);
          delete(group, moved);
        });
  }

  private static void isRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining("removed or replaced since it was opened");
  }

  /** All but the process that has made the file open it by its name when they first write it. */
  @Test
  void aWriteOfOneProcessLeavesAnotherFileOfTheNameAlone() throws Exception {
    replaced(
        "replaced-alone",
        (group, target, mine, moved) -> {
          if (group.rank() == 0) {
            target.write(mine, ByteBuffer.allocateDirect(1));
          } else {
            isRefused(() -> target.write(mine, ByteBuffer.allocateDirect(1)));
            isRefused(target::aside);
          }
          group.barrier();
          assertThat(moved).hasSize(1);
        });
  }

  /** The first collective write opens the file once more, by its name. */
  @Test
  void aCollectiveWriteLeavesAnotherFileOfTheNameAlone() throws Exception {
    replaced(
        "replaced",
        (group, target, mine, moved) ->
            isRefused(() -> target.writeAll(mine, ByteBuffer.allocateDirect(1))));
  }

  @Test
  void dataOnTheHeapIsRefusedAndNobodyWaits() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "heap");
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            assertThatThrownBy(() -> target.writeAll(new ExtentList(), ByteBuffer.allocate(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("direct");
            assertThatThrownBy(() -> target.read(0, ByteBuffer.allocate(1)))
                .isInstanceOf(IllegalArgumentException.class);
          }
          delete(group, path);
        });
  }

  @Test
  void buffersLiveUntilTheCallEnds() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "collected");
          AtomicBoolean done = new AtomicBoolean();
          Thread collector =
              new Thread(
                  () -> {
                    while (!done.get()) {
                      System.gc();
                      LockSupport.parkNanos(1_000_000);
                    }
                  });
          collector.start();
          int length = 1 << 18;
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            for (int round = 0; round < 20; round++) {
              ExtentList extents = new ExtentList();
              long base = (long) (round * group.size() + group.rank()) * length * 2;
              extents.add(base, length / 2);
              extents.add(base + length, length / 2);
              // Nobody but the call knows these buffers.
              target.writeAll(extents, filled(length, round + group.rank()));
              target.write(rest(base, length), filled(length, 100 + round));
            }
            group.barrier();
            for (int round = 0; round < 20; round++) {
              long base = (long) (round * group.size() + group.rank()) * length * 2;
              assertHolds(target, base, length / 2, round + group.rank());
              assertHolds(target, base + length, length / 2, round + group.rank());
              assertHolds(target, base + length / 2, length / 2, 100 + round);
              assertHolds(target, base + length * 3L / 2, length / 2, 100 + round);
            }
          } finally {
            done.set(true);
            collector.join();
          }
          delete(group, path);
        });
  }

  /** ROMIO has one lock for all files, held while it waits for other processes. */
  @Test
  void threadsUseFilesOfTheirOwnAtOnceInAnyOrder() throws Exception {
    RankRunner.run(
        group -> {
          assertThat(group.concurrent()).as("MPI_THREAD_MULTIPLE").isTrue();
          int count = 3;
          List<ProcessGroup> groups = new ArrayList<>();
          List<Path> paths = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            groups.add(group.duplicate());
            paths.add(commonFile(group, "thread" + i));
          }
          ExecutorService threads = Executors.newFixedThreadPool(count);
          try {
            List<Future<?>> uses = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              // Another order in each process.
              int file = (i + group.rank()) % count;
              uses.add(threads.submit(() -> useManyTimes(groups.get(file), paths.get(file))));
            }
            for (Future<?> use : uses) {
              use.get();
            }
          } finally {
            threads.shutdown();
          }
          for (int i = 0; i < count; i++) {
            groups.get(i).close();
            delete(group, paths.get(i));
          }
        });
  }

  /**
   * ROMIO compares each process with the one before it to find out whether they interleave; one in
   * between that has nothing must not hide that.
   */
  @Test
  void extentsOfAProcessSurviveAnotherThatWritesAroundThem() throws Exception {
    RankRunner.run(
        group -> {
          Path path = commonFile(group, "around");
          int rounds = 4000;
          int inner = 64;
          int length = 3 * inner;
          int last = group.size() - 1;
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            target.resize((long) rounds * length);
            for (int round = 0; round < rounds; round++) {
              long begin = (long) round * length;
              ExtentList extents = new ExtentList();
              if (group.rank() == last) {
                extents.add(begin, inner);
                extents.add(begin + 2L * inner, inner);
              }
              if (group.rank() == 0 && last > 0) {
                extents.add(begin + inner, inner);
              }
              target.writeAll(extents, filled((int) extents.bytes(), 7));
            }
          }
          group.barrier();
          byte[] found = Files.readAllBytes(path);
          assertThat(found).hasSize(rounds * length);
          int wrong = 0;
          for (int i = 0; i < found.length; i++) {
            boolean isInner = i % length / inner == 1;
            wrong += found[i] == (isInner && last == 0 ? 0 : 7) ? 0 : 1;
          }
          assertThat(wrong).as("bytes that are wrong").isZero();
          delete(group, path);
        });
  }

  private static boolean useManyTimes(ProcessGroup group, Path path) throws IOException {
    int length = 1000;
    for (int time = 0; time < 20; time++) {
      try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
        target.resize(0);
        ExtentList extents = new ExtentList();
        for (int i = 0; i < 4; i++) {
          extents.add((long) (i * group.size() + group.rank()) * length, length);
        }
        target.writeAll(extents, filled(4 * length, time + group.rank()));
        target.sync();
        assertHolds(target, extents.offset(3), length, time + group.rank());
      }
    }
    return true;
  }

  @Test
  void aFullFileSystemIsNoticed() throws Exception {
    String full = System.getProperty("full.directory", "");
    assumeTrue(!full.isEmpty(), "no file system to fill");
    RankRunner.run(
        group -> {
          Path path = Path.of(full, "out.nc");
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            int length = 6 << 20;
            IOException failure = null;
            try {
              target.writeAll(interleaved(group, length), filled(length, 1 + group.rank()));
            } catch (IOException e) {
              failure = e;
            }
            IOException own = failure;
            assertThatThrownBy(() -> Together.reach(group, "writing", own))
                .isInstanceOf(BurstlogException.class)
                .hasMessageContaining("MPI_File_write_at")
                .hasMessageContaining(" of " + path)
                .hasMessageContaining("space");
          }
          delete(group, path);
        });
  }

  @Test
  void aFullFileSystemIsNoticedByTheProcessThatWritesAlone() throws Exception {
    String full = System.getProperty("full.directory", "");
    assumeTrue(!full.isEmpty(), "no file system to fill");
    RankRunner.run(
        group -> {
          Path path = Path.of(full, "alone.nc");
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            int length = 6 << 20;
            ExtentList extents = new ExtentList();
            extents.add((long) group.rank() * length, length);
            assertThatThrownBy(() -> target.write(extents, filled(length, 1)))
                .isInstanceOf(BurstlogException.class)
                .hasMessageContaining("MPI_File_write_at of " + path)
                .hasMessageContaining("space");
          }
          delete(group, path);
        });
  }

  @Test
  @Tag("slow")
  void aRoundMayBeLargerThanACall() throws Exception {
    RankRunner.run(
        group -> {
          assumeTrue(group.size() == 1, "one process with that much memory is enough");
          Path path = commonFile(group, "large");
          int length = (1 << 30) + (1 << 28) + 12_345;
          ExtentList extents = new ExtentList();
          int piece = 64 << 20;
          for (long at = 0; at < length; at += piece) {
            extents.add(at + at / piece * 100, Math.min(piece, length - at));
          }
          ByteBuffer data = ByteBuffer.allocateDirect(length);
          for (int at = 0; at < length; at += 4096) {
            data.put(at, (byte) (at >> 12));
          }
          try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
            target.writeAll(extents, data);
            assertThat(target.size()).isEqualTo(extents.end());
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            for (int at = 0; at < length; at += 4096 * 977) {
              one.clear();
              assertThat(target.read(at + at / piece * 100L, one)).isOne();
              assertThat(one.get(0)).isEqualTo((byte) (at >> 12));
            }
          }
          delete(group, path);
        });
  }

  private static ExtentList rest(long base, int length) {
    ExtentList extents = new ExtentList();
    extents.add(base + length / 2, length / 2);
    extents.add(base + length * 3L / 2, length / 2);
    return extents;
  }

  private static ExtentList interleaved(ProcessGroup group, int length) {
    ExtentList extents = new ExtentList();
    int piece = 64 << 10;
    for (int at = 0; at < length; at += piece) {
      extents.add((long) at * group.size() + (long) group.rank() * piece, piece);
    }
    return extents;
  }

  /** Counts the bytes that are not what was written. */
  private static long lost(TargetFile target, ExtentList extents, int value) throws IOException {
    long lost = 0;
    for (int i = 0; i < extents.size(); i++) {
      ByteBuffer found = ByteBuffer.allocateDirect((int) extents.length(i));
      int read = target.read(extents.offset(i), found);
      lost += found.capacity() - read;
      for (int at = 0; at < read; at++) {
        lost += found.get(at) == (byte) value ? 0 : 1;
      }
    }
    return lost;
  }

  private static void assertHolds(TargetFile target, long offset, int length, int value)
      throws IOException {
    ExtentList extents = new ExtentList();
    extents.add(offset, length);
    assertThat(lost(target, extents, value)).isZero();
  }

  private static ByteBuffer filled(int length, int value) {
    ByteBuffer data = ByteBuffer.allocateDirect(length);
    for (int i = 0; i < length; i++) {
      data.put(i, (byte) value);
    }
    return data;
  }

  private static Path commonFile(ProcessGroup group, String name) throws IOException {
    String made = group.rank() == 0 ? Files.createTempFile(name, ".nc").toString() : "";
    byte[] common = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
    return Path.of(new String(common, StandardCharsets.UTF_8));
  }

  private static void delete(ProcessGroup group, Path path) throws IOException {
    group.barrier();
    if (group.rank() == 0) {
      Files.delete(path);
    }
  }
}
