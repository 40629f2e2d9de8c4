package org.burstlog.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  private static final long SESSION = 0x1234L;

  @TempDir Path tier;

  private final Storage storage = new LocalStorage();
  private Path own;

  @BeforeEach
  void makeOwn() throws IOException {
    own = storage.own(tier);
    storage.makeDirectory(own);
  }

  private Sample sample(int rank) {
    return new Sample(rank)
        .count(Counter.PUTS, 100 + rank)
        .drains(DrainReason.FLUSH, 2)
        .server(3, 4096, 77)
        .heat(HeatMap.FIRST_WIDTH * 100, 11, 5)
        .pending(rank, 42);
  }

  private void write(long session, Sample... samples) throws IOException {
    for (Sample sample : samples) {
      Figures figures = sample.figures();
      try (ReportFile file = ReportFile.open(storage, own, session, figures.subject().rank())) {
        file.write(figures);
      }
    }
  }

  private Path only() throws IOException {
    List<Path> found = ReportFile.find(storage, own);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void givesBackWhatEachProcessHasWritten() throws IOException {
    write(SESSION, sample(2), sample(0));
    assertThat(ReportFile.session(only())).isEqualTo("0000000000001234");
    List<Figures> read = ReportFile.read(storage, only());
    assertThat(read).extracting(f -> f.subject().rank()).containsExactly(0, 2);
    Figures second = read.get(1);
    assertThat(second.subject()).isEqualTo(sample(2).figures().subject());
    assertThat(second.state()).isEqualTo(State.OPEN);
    assertThat(second.pending()).isEqualTo(42);
    assertThat(second.counted().get(Counter.PUTS)).isEqualTo(102);
    assertThat(second.counted().drains(DrainReason.FLUSH)).isEqualTo(2);
    assertThat(second.servers().bytes(3)).isEqualTo(4096);
    assertThat(second.servers().nanos(3)).isEqualTo(77);
    assertThat(second.heat().width()).isEqualTo(2 * HeatMap.FIRST_WIDTH);
    assertThat(second.heat().put(50)).isEqualTo(11);
  }

  @Test
  void theLastThatWasWrittenCounts() throws IOException {
    try (ReportFile file = ReportFile.open(storage, own, SESSION, 0)) {
      for (int i = 1; i <= 5; i++) {
        file.write(sample(0).count(Counter.PUTS, i).figures());
      }
    }
    assertThat(ReportFile.read(storage, only()))
        .extracting(f -> f.counted().get(Counter.PUTS))
        .containsExactly(5L);
  }

  @Test
  void aWriteThatWasCutOffLeavesTheOneBefore() throws IOException {
    try (ReportFile file = ReportFile.open(storage, own, SESSION, 0)) {
      file.write(sample(0).count(Counter.PUTS, 1).figures());
      file.write(sample(0).count(Counter.PUTS, 2).figures());
    }
    try (StorageFile raw = storage.open(only(), true)) {
      // The second write went to the first half.
      raw.write(40, ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }
    assertThat(ReportFile.read(storage, only()))
        .extracting(f -> f.counted().get(Counter.PUTS))
        .containsExactly(1L);
  }

  @Test
  void aPathIsCutAndNotTheFigures() throws IOException {
    String text = FiguresText.write(sample(0).figures());
    String longer = text.replace("/scratch/", "/" + "long/".repeat(300));
    Figures read = FiguresText.read(longer);
    write(SESSION, sample(0));
    try (ReportFile file = ReportFile.open(storage, own, SESSION, 1)) {
      file.write(read);
    }
    Figures again = ReportFile.read(storage, only()).get(1);
    assertThat(again.subject().target()).hasSize(1000).endsWith("/out.nc");
    assertThat(again.counted().get(Counter.PUTS)).isEqualTo(100);
  }

  @Test
  void ofAnotherVersionIsReadAsFarAsItIsKnown() {
    String text = FiguresText.write(sample(0).figures()) + "count NO_SUCH 7\nnews 3\n";
    assertThat(FiguresText.read(text).counted().get(Counter.PUTS)).isEqualTo(100);
  }

  @Test
  void theOldestOfSessionsThatAreGoneAreRemoved() throws IOException {
    for (int i = 0; i < ReportFile.KEPT + 3; i++) {
      write(i, sample(0));
    }
    storage.makeDirectory(own.resolve("out.nc.0000000000000001"));
    ReportFile.clean(storage, own);
    assertThat(ReportFile.find(storage, own))
        .hasSize(ReportFile.KEPT + 1)
        .contains(own.resolve("report-0000000000000001"));
  }
}
