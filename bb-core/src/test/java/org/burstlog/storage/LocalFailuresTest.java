package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.log.Mount;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said when the system fails with a file of the tier. */
class LocalFailuresTest {
  @TempDir Path directory;

  private final LocalStorage local = new LocalStorage();

  @Nested
  class Explained {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "Input/output error|BROKEN|BURSTLOG_TIER",
          "Too many open files|TOO_MANY_OPEN_FILES|ulimit -n",
          "Too many open files in system|TOO_MANY_OPEN_FILES|fs.file-max",
          "Read-only file system|UNSUITABLE|BURSTLOG_TIER",
          "File too large|UNSUITABLE|ulimit -f",
          "No locks available|UNSUITABLE|does not lock",
          "Map failed|UNSUITABLE|BURSTLOG_LOG_ACCESS",
          "Stale file handle|BROKEN|mounted",
          "Ein-/Ausgabefehler|BROKEN|BURSTLOG_TIER"
        })
    void aFailureNamesTheFileTheReasonAndTheRemedy(
        String text, StorageException.Reason reason, String remedy) {
      Path file = directory.resolve("r00001.data");
      for (IOException thrown :
          new IOException[] {
            new IOException(text), new FileSystemException(file.toString(), null, text)
          }) {
        assertThat(Failures.explain(thrown, file, 1))
            .isInstanceOfSatisfying(
                StorageException.class, e -> assertThat(e.reason()).isEqualTo(reason))
            .hasMessageStartingWith(file + ": " + text + "; ")
            .hasMessageContaining(remedy)
            .hasCause(thrown);
      }
    }

    @Test
    void whatSaysItselfStaysWhatItIs() {
      for (IOException thrown :
          new IOException[] {new AccessDeniedException("f"), new ClosedChannelException()}) {
        assertThat(Failures.explain(thrown, directory, 1)).isSameAs(thrown);
      }
    }

    @Test
    void quotaCountsAsWantOfSpace() {
      Path file = directory.resolve("f");
      assertThat(Failures.explain(new IOException("Disk quota exceeded"), file, 512))
          .isInstanceOf(NoSpaceException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("quota");
    }
  }

  @Nested
  class WhereverTheTierIsTouched {
    /** A file that the kernel opens, and then fails to read and to write. */
    private static final Path BROKEN = Path.of("/proc/self/mem");

    @Test
    void readingABrokenFileSaysSo() throws IOException {
      try (StorageFile file = local.open(BROKEN, false)) {
        assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(8)))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(BROKEN + ": Input/output error; ")
            .hasMessageContaining("BURSTLOG_TIER");
      }
    }

    @Test
    void writingABrokenFileSaysSo() throws IOException {
      try (StorageFile file = local.open(BROKEN, true)) {
        assertThatThrownBy(() -> file.write(0, ByteBuffer.allocate(8)))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(BROKEN + ": Input/output error; ");
      }
    }

    @Test
    void aFileSystemThatIsReadOnlySaysSo() throws IOException {
      try (Mount mount = Mount.tmpfs(directory.resolve("ro"), 1 << 20, "ro")) {
        Path file = mount.path().resolve("f");
        assertThatThrownBy(() -> local.create(file))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(file + ": Read-only file system; ");
        assertThatThrownBy(() -> local.makeDirectory(file))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(file + ": Read-only file system; ");
        assertThatThrownBy(() -> local.lock(file, 0))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(file + ": Read-only file system; ");
      }
    }

    @Test
    void aProcessWithTooManyFilesOpenIsToldSo() throws Exception {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-cp",
              System.getProperty("java.class.path"),
              ManyFiles.class.getName(),
              directory.toString());
      String limited = "ulimit -n 128 && exec \"$@\"";
      List<String> shell = new ArrayList<>(List.of("sh", "-c", limited, "sh"));
      shell.addAll(command);
      Process process = new ProcessBuilder(shell).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      assertThat(directory.resolve("said"))
          .content()
          .contains("TOO_MANY_OPEN_FILES " + directory.resolve("f") + ": Too many open files; ")
          .contains("ulimit -n");
    }
  }

  /** Opens files until it may not any more, and says what it is told then. */
  static final class ManyFiles {
    private ManyFiles() {}

    /**
     * Opens them.
     *
     * @param arguments a directory
     */
    public static void main(String[] arguments) throws IOException {
      LocalStorage local = new LocalStorage();
      Path file = Path.of(arguments[0], "f");
      local.create(file).close();
      // Loaded now, because later no class file can be opened either.
      Failures.explain(new IOException("Too many open files"), file, 0);
      String said = "none";
      List<StorageFile> open = new ArrayList<>();
      while (open.size() < 1000) {
        try {
          open.add(local.open(file, true));
        } catch (StorageException e) {
          said = e.reason() + " " + e.getMessage();
          break;
        }
      }
      for (StorageFile one : open) {
        one.close();
      }
      Files.writeString(Path.of(arguments[0], "said"), said);
    }
  }
}
