package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters far larger than memory, planned in a JVM of their own with a small heap. */
@Tag("slow")
class PlanScaleTest {
  private static final int COLUMNS = 1000;

  @Test
  void aClusterOfManyExtentsIsMergedInASmallHeap() throws Exception {
    long rows = Effort.of(100_000, 1_000_000);
    assertThat(child("columns", rows))
        .contains("records    1,000 ")
        .contains("clusters   1 ")
        .contains("extents    " + number(COLUMNS * rows) + " before merging")
        .contains(" " + number(COLUMNS * rows * Long.BYTES) + " bytes (0 shadowed)");
  }

  @Test
  void soIsOneWhereHalfOfTheBytesAreOverwritten() throws Exception {
    long rows = Effort.of(20_000, 100_000);
    assertThat(child("pairs", rows))
        .contains("records    1,000 ")
        .contains("clusters   1 ")
        .contains("extents    " + number(COLUMNS * rows) + " before merging")
        .contains("(" + number((COLUMNS - 1) * rows * Long.BYTES) + " shadowed)");
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  @TempDir private Path directory;

  private String child(String what, long rows) throws IOException, InterruptedException {
    Path report = directory.resolve(what);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PlanScaleTest.class.getName(),
                what,
                Long.toString(rows),
                report.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return Files.readString(report);
  }

  /** The child: plans, walks all rounds, and reports into a file. */
  public static void main(String[] args) throws IOException {
    boolean pairs = args[0].equals("pairs");
    long rows = Long.parseLong(args[1]);
    Array array = Array.rowMajor("a", 0, 8, ByteOrder.BIG_ENDIAN, rows, COLUMNS);
    RecordIndex index = new RecordIndex();
    Random random = new Random(5);
    int[] columns = random.ints(0, COLUMNS).distinct().limit(COLUMNS).toArray();
    Region region = new Region(2).set(0, 0, rows, 1);
    for (int i = 0; i < COLUMNS; i++) {
      // Each pair reaches half over the next column, except for the last.
      long width = pairs && columns[i] < COLUMNS - 1 ? 2 : 1;
      index.add(0, region.set(1, columns[i], width, 1), i * rows * 16);
    }
    RoundCursor cursor = Plan.of(index, List.of(array), Limits.of(16 << 20, 1 << 16)).rounds();
    Round round = new Round();
    while (cursor.next(round)) {
      if (round.bytes() == 0) {
        throw new AssertionError("an empty round");
      }
    }
    Files.writeString(Path.of(args[2]), cursor.explain().toText());
  }
}
