package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.NodeTiers;
import org.burstlog.stats.Counter;
import org.burstlog.testing.Effort;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a program is putting on several nodes is read by processes that each see the tier of their
 * own node.
 */
class FarLiveReaderTest {
  private static final int WRITERS = 4;
  private static final int COLUMNS = 12;
  private static final int EACH = COLUMNS / WRITERS;

  @TempDir Path directory;
  private NodeTiers nodes;

  @BeforeEach
  void prepare() {
    nodes = new NodeTiers(directory);
  }

  /** What the writers do, in turn with the readers that the first of them starts. */
  @FunctionalInterface
  private interface Writing {
    void by(Writer writer) throws Exception;
  }

  /** One of the processes that write. */
  private record Writer(NcFile file, ProcessGroup group) {
    /** Puts a value into all own columns of a row. */
    void put(long row, double value) throws IOException {
      double[] values = new double[EACH];
      Arrays.fill(values, value);
      file.variable("v").put(mine(row, group.rank()), values);
    }

    /** Has the first process do something while the others wait. */
    void first(RankProgram program) throws Exception {
      group.barrier();
      try {
        if (group.rank() == 0) {
          program.run(group);
        }
      } finally {
        group.barrier();
      }
    }
  }

  private static Region mine(long row, int writer) {
    return Region.of(new long[] {row, (long) writer * EACH}, new long[] {1, EACH});
  }

  private static Region row(long row) {
    return Region.of(new long[] {row, 0}, new long[] {1, COLUMNS});
  }

  private void write(Writing writing, String... settings) throws Exception {
    ThreadedGroup.run(
        WRITERS,
        2,
        group -> {
          NcOptions options = nodes.options(group, 2, settings);
          try (NcFile file = NcFile.create(nodes.path(), options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", COLUMNS);
            file.defineVariable("v", NcType.DOUBLE, time, x);
            file.endDefine();
            writing.by(new Writer(file, group));
          }
        });
  }

  private static double[] get(NcFile file, long row) throws IOException {
    double[] found = new double[COLUMNS];
    file.variable("v").collective().get(row(row), found);
    return found;
  }

  private static double[] all(double value) {
    double[] values = new double[COLUMNS];
    Arrays.fill(values, value);
    return values;
  }

  @ParameterizedTest
  @CsvSource({
    "2,1,process,foreground",
    "3,2,process,background",
    "4,2,node,foreground",
    "5,2,node,background"
  })
  void isSeenByAllProcessesAfterEachSync(int readers, int perNode, String layout, String mode)
      throws Exception {
    write(
        writer -> {
          writer.put(0, 1);
          writer.first(
              group ->
                  nodes.read(
                      readers, perNode, (file, g) -> assertThat(get(file, 0)).containsOnly(1)));
          writer.file().flush();
          writer.put(0, 2);
          writer.put(1, 3);
          writer.first(
              group ->
                  nodes.read(
                      readers,
                      perNode,
                      (file, g) -> {
                        assertThat(file.records()).isEqualTo(2);
                        assertThat(get(file, 0)).containsOnly(2);
                        assertThat(get(file, 1)).containsOnly(3);
                        assertThat(file.statistics().orElseThrow().get(Counter.FETCHED_BYTES))
                            .isPositive();
                      }));
        },
        "log.layout",
        layout,
        "drain.mode",
        mode);
  }

  @Test
  void whatIsPutSinceIsSeenBehindASync() throws Exception {
    write(
        writer -> {
          writer.put(0, 1);
          writer.first(
              group ->
                  nodes.read(
                      2,
                      1,
                      (file, readers) -> {
                        assertThat(get(file, 0)).containsOnly(1);
                        readers.barrier();
                        if (readers.rank() == 0) {
                          writer.put(0, 2);
                          writer.put(5, 7);
                        }
                        readers.barrier();
                        file.sync();
                        double[] found = get(file, 0);
                        assertThat(Arrays.copyOf(found, EACH)).containsOnly(2);
                        assertThat(found[EACH]).isEqualTo(1);
                        assertThat(file.records()).isEqualTo(6);
                        assertThat(get(file, 5)[0]).isEqualTo(7);
                      }));
        });
  }

  @Test
  void isRefusedToOneProcessAloneWhereAnotherNodeMayHaveSome() throws Exception {
    write(
        writer -> {
          writer.put(0, 1);
          writer.first(
              group ->
                  nodes.read(
                      2,
                      1,
                      (file, g) ->
                          assertThatThrownBy(() -> file.variable("v").get(row(0), all(0)))
                              .isInstanceOf(NcException.class)
                              .hasMessageContaining("variable.collective().get")));
        });
  }

  @Test
  void isNotReadWhereNoProcessReachesALog() throws Exception {
    write(
        writer -> {
          writer.put(0, 1);
          writer.first(
              group ->
                  assertThatThrownBy(() -> nodes.read(1, 1, (file, g) -> {}))
                      .hasStackTraceContaining("has logs of ranks 2, 3 that cannot be read")
                      .hasStackTraceContaining("burstlog.attach=partial"));
        });
  }

  @ParameterizedTest
  @CsvSource({"process,foreground", "process,background", "node,background"})
  void isNeverTornNorOlderThanWhatWasSeen(String layout, String mode) throws Exception {
    int turns = Effort.of(400, 20_000);
    AtomicLong acknowledged = new AtomicLong();
    AtomicLong reads = new AtomicLong();
    AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    write(
        writer -> {
          writer.put(0, 0);
          Thread reading = new Thread(() -> follow(acknowledged, reads, turns, failed));
          writer.first(group -> reading.start());
          for (int turn = 1; turn <= turns; turn++) {
            writer.put(0, turn);
            writer.group().barrier();
            if (writer.group().rank() == 0) {
              acknowledged.set(turn);
            }
            if (turn % 5 == 0) {
              writer.file().flush();
            }
          }
          writer.first(group -> reading.join());
        },
        "log.layout",
        layout,
        "drain.mode",
        mode);
    assertThat(failed.get()).isNull();
    assertThat(reads.get()).isPositive();
  }

  private void follow(
      AtomicLong acknowledged,
      AtomicLong reads,
      int turns,
      AtomicReference<@Nullable Throwable> failed) {
    try {
      nodes.read(
          3,
          2,
          (file, group) -> {
            double[] seen = new double[WRITERS];
            long least;
            do {
              // The first process says what all of them must see, and when it is enough.
              least = group.min(group.rank() == 0 ? acknowledged.get() : Long.MAX_VALUE);
              file.sync();
              double[] found = get(file, 0);
              for (int w = 0; w < WRITERS; w++) {
                double[] part = Arrays.copyOfRange(found, w * EACH, (w + 1) * EACH);
                assertThat(part).containsOnly(part[0]);
                assertThat(part[0]).isGreaterThanOrEqualTo(Math.max((double) least, seen[w]));
                seen[w] = part[0];
              }
              reads.incrementAndGet();
            } while (least < turns);
          });
    } catch (Throwable e) {
      failed.set(e);
    }
  }
}
