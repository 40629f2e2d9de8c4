package org.burstlog.recover.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Kills programs at every boundary of a session's life and of its recovery, in any layout, access
 * and durability. {@code -Dbb.test.seed=…} repeats one kill.
 */
@Tag("slow")
class KillCampaignTest {
  /** About how many kills a round makes. */
  private static final double KILLS_PER_ROUND = 1.5;

  @Test
  void whereverAProgramIsKilledItsAcknowledgedPutsAreInTheFile(TestReporter reporter)
      throws Exception {
    Long one = Long.getLong("bb.test.seed");
    long first = one == null ? new SecureRandom().nextInt() : one;
    int rounds = one == null ? (int) (Effort.of(150, 10_000) / KILLS_PER_ROUND) : 1;
    Map<Boundary, Integer> hits = new EnumMap<>(Boundary.class);
    Path directory = Trees.make();
    ExecutorService workers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      ChildJvm jvm = new ChildJvm(directory);
      List<Future<List<Boundary>>> ends = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        Path own = directory.resolve("round" + i);
        long seed = first + i;
        ends.add(
            workers.submit(
                () -> {
                  List<Boundary> killed = new KillRound(jvm, own, seed).run();
                  Trees.delete(own);
                  return killed;
                }));
      }
      for (Future<List<Boundary>> end : ends) {
        end.get().forEach(boundary -> hits.merge(boundary, 1, Integer::sum));
      }
    } finally {
      workers.shutdownNow();
      reporter.publishEntry("kills", hits + ", first seed " + first);
      Trees.delete(directory);
    }
    if (Effort.isLong() && one == null) {
      assertThat(hits).as("boundaries that were hit").containsOnlyKeys(Boundary.values());
    }
  }
}
