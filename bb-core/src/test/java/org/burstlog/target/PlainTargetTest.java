package org.burstlog.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainTargetTest {
  @TempDir Path directory;

  @Nested
  class OfOneProcess extends TargetFileContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      try (SoloGroup group = new SoloGroup()) {
        program.run(group);
      }
    }

    @Override
    protected TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
      return PlainTarget.open(group, path, mode);
    }
  }

  @Nested
  class OfFourThreads extends TargetFileContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      ThreadedGroup.run(4, program);
    }

    @Override
    protected TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
      return PlainTarget.open(group, path, mode);
    }
  }

  @Nested
  class WhenAThreadIsInterrupted {
    private final ExtentList here = new ExtentList();
    private final SoloGroup group = new SoloGroup();
    private Path path = Path.of("");

    @BeforeEach
    void begin() {
      path = directory.resolve("file");
      here.add(0, 3);
    }

    private static ByteBuffer bytes(int... values) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(values.length);
      for (int value : values) {
        bytes.put((byte) value);
      }
      return bytes.flip();
    }

    @Test
    void everyCallSucceedsAndTheThreadStaysInterrupted() throws IOException {
      Thread.currentThread().interrupt();
      try (TargetFile target = PlainTarget.open(group, path, Mode.CREATE)) {
        target.write(here, bytes(1, 2, 3));
        target.writeAll(here, bytes(4, 5, 6));
        target.resize(10);
        target.resize(5);
        target.sync();
        target.syncOwn();
        assertThat(target.size()).isEqualTo(5);
        ByteBuffer into = ByteBuffer.allocateDirect(8);
        assertThat(target.read(1, into)).isEqualTo(4);
      }
      try (TargetFile target = PlainTarget.open(group, path, Mode.READ)) {
        assertThat(target.read(0, ByteBuffer.allocateDirect(8))).isEqualTo(5);
        target.sync();
      }
      assertThat(Thread.interrupted()).isTrue();
      assertThat(Files.readAllBytes(path)).containsExactly(4, 5, 6, 0, 0);
    }

    @Test
    void othersThatUseTheFileAtThatMomentGoOn() throws Exception {
      try (TargetFile target = PlainTarget.open(group, path, Mode.CREATE)) {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
          int own = t;
          threads[t] = new Thread(() -> writeAndRead(target, own, failures));
          threads[t].start();
        }
        // Interrupts come between and within calls.
        while (Arrays.stream(threads).anyMatch(Thread::isAlive)) {
          for (Thread thread : threads) {
            thread.interrupt();
          }
        }
        assertThat(failures).isEmpty();
      }
    }

    private static void writeAndRead(TargetFile target, int own, Queue<Throwable> failures) {
      try {
        ExtentList at = new ExtentList();
        ByteBuffer read = ByteBuffer.allocateDirect(3);
        for (int i = 0; i < 2000; i++) {
          at.clear();
          at.add(own * 8192L + i * 3L, 3);
          target.write(at, bytes(own, i, i >> 8));
          target.read(own * 8192L + i * 3L, read.clear());
          assertThat(read.flip()).isEqualTo(bytes(own, i, i >> 8));
        }
      } catch (IOException | AssertionError e) {
        failures.add(e);
      }
    }

    @Test
    void aFileThatWasReplacedMeanwhileIsNotWrittenTo() throws Exception {
      try (TargetFile target = PlainTarget.open(group, path, Mode.CREATE)) {
        target.write(here, bytes(1, 2, 3));
        Files.move(path, directory.resolve("moved"));
        Files.writeString(path, "somebody else's");
        AtomicBoolean done = new AtomicBoolean();
        Thread writer = new Thread(() -> writeUntil(target, done));
        writer.start();
        // Until one comes within a call and closes the channel.
        while (!done.get()) {
          writer.interrupt();
        }
        writer.join();
        assertThatThrownBy(() -> target.write(here, bytes(1, 2, 3)))
            .isInstanceOf(BurstlogException.class)
            .hasMessage(
                "writing "
                    + path
                    + " failed: "
                    + path
                    + " is another file than when it was opened; put the first one back");
        assertThat(path).hasContent("somebody else's");
        Files.move(directory.resolve("moved"), path, StandardCopyOption.REPLACE_EXISTING);
        target.write(here, bytes(7, 8, 9));
      }
      assertThat(Files.readAllBytes(path)).containsExactly(7, 8, 9);
    }

    private void writeUntil(TargetFile target, AtomicBoolean done) {
      try {
        while (true) {
          target.write(here, bytes(1, 2, 3));
        }
      } catch (IOException replaced) {
        done.set(true);
      }
    }
  }
}
