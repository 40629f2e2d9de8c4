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
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kills programs at every boundary of a session's life and of its recovery, in any layout, access
 * and durability, and with each way to drain that suits a plain target. {@code -Dbb.test.seed=…}
 * repeats one kill.
 */
@Tag("slow")
class KillCampaignTest {
  private static final int ROUNDS = 48;
  private static final int ENOUGH = 10_000;

  @Test
  void whereverAProgramIsKilledItsAcknowledgedPutsAreInTheFile() throws Exception {
    Long one = Long.getLong("bb.test.seed");
    long first = one == null ? new SecureRandom().nextInt() : one;
    // Each round kills at least once, if only its moment comes.
    int rounds = one == null ? Effort.of(ROUNDS, 2 * ENOUGH) : 1;
    AtomicInteger kills = new AtomicInteger();
    AtomicInteger ofEpochs = new AtomicInteger();
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
                  if (kills.get() >= ENOUGH) {
                    return List.of();
                  }
                  KillRound.Kills killed = new KillRound(jvm, own, seed).run();
                  kills.addAndGet(killed.boundaries().size());
                  ofEpochs.addAndGet(killed.ofEpochs());
                  Trees.delete(own);
                  return killed.boundaries();
                }));
      }
      for (Future<List<Boundary>> end : ends) {
        end.get().forEach(boundary -> hits.merge(boundary, 1, Integer::sum));
      }
    } finally {
      workers.shutdownNow();
      String told =
          kills
              + " kills, "
              + ofEpochs
              + " of them in recoveries of several epochs, first seed "
              + first
              + ", by boundary "
              + hits;
      System.getLogger("org.burstlog.test").log(System.Logger.Level.INFO, told);
      Trees.delete(directory);
    }
    if (one == null) {
      assertThat(kills).hasValueGreaterThan(Effort.of(ROUNDS / 2, ENOUGH - 1));
    }
    if (Effort.isLong() && one == null) {
      assertThat(hits).as("boundaries that were hit").containsOnlyKeys(Boundary.values());
      assertThat(ofEpochs).as("recoveries of several epochs").hasPositiveValue();
    }
  }
}
