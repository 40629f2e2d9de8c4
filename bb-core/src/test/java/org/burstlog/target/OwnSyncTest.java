package org.burstlog.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnSyncTest {
  @TempDir Path directory;

  private final AtomicInteger synced = new AtomicInteger();
  private Path path = Path.of("");

  @BeforeEach
  void make() throws IOException {
    path = Files.createFile(directory.resolve("file"));
  }

  @Test
  void whatWroteTheFileIsSyncedItself() throws IOException {
    try (OwnSync sync = new OwnSync(path, synced::incrementAndGet)) {
      sync.writes();
      sync.sync();
      assertThat(synced).hasValue(1);
    }
  }

  @Test
  void aProcessThatHasWrittenNothingSinceSyncsNothing() throws IOException {
    try (OwnSync sync = new OwnSync(path, synced::incrementAndGet)) {
      sync.sync();
      sync.writes();
      sync.sync();
      sync.sync();
      assertThat(synced).hasValue(1);
    }
  }

  @Test
  void aSyncThatFailsIsTriedAgain() throws IOException {
    OwnSync.Writer failsFirst =
        () -> {
          if (synced.getAndIncrement() == 0) {
            throw new IOException("no");
          }
        };
    try (OwnSync sync = new OwnSync(path, failsFirst)) {
      sync.writes();
      assertThatThrownBy(sync::sync).hasMessage("no");
      sync.sync();
      assertThat(synced).hasValue(2);
    }
  }
}
