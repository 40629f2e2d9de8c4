package org.burstlog.wear;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that write at once and are killed: the ledger never says less than they have written. */
class KilledWritersTest {
  private static final int JOBS = 2;
  private static final int LARGEST_PUT = 100_000;
  private static final long AHEAD = 1 << 20;
  private static final WearLimits LIMITS =
      new WearLimits(Duration.ofHours(24), Quota.of(1L << 40), 0, 0, Protect.ERROR);

  @TempDir Path tier;

  /** A job that writes as it is allowed, and dies in the middle of it. */
  static final class Job {
    private Job() {}

    public static void main(String[] args) throws IOException {
      Path tier = Path.of(args[0]);
      Random random = new Random(Long.parseLong(args[1]));
      int left = 50 + random.nextInt(100);
      Path file = tier.resolve("written-" + args[1]);
      Files.createFile(file);
      try (TierWear wear = new TierWear(new LocalStorage(), tier, LIMITS, InstantSource.system())) {
        while (true) {
          byte[] bytes = new byte[1 + random.nextInt(LARGEST_PUT)];
          wear.write(bytes.length);
          if (left-- == 0) {
            Runtime.getRuntime().halt(1);
          }
          Files.write(file, bytes, StandardOpenOption.APPEND);
        }
      }
    }
  }

  @Test
  void countAtLeastWhatTheyHaveWritten() throws Exception {
    long seed = new Random().nextLong(1 << 30);
    Storage storage = new LocalStorage();
    storage.makeDirectory(storage.own(tier));
    List<Process> jobs = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      jobs.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Job.class.getName(),
                  tier.toString(),
                  Long.toString(seed + i))
              .inheritIO()
              .start());
    }
    long written = 0;
    for (int i = 0; i < JOBS; i++) {
      assertThat(jobs.get(i).waitFor()).as("seed %d", seed).isEqualTo(1);
      written += Files.size(tier.resolve("written-" + (seed + i)));
    }
    Written counted = Written.read(storage, tier, LIMITS, InstantSource.system());
    assertThat(counted.bytes())
        .as("seed %d", seed)
        .isBetween(written, written + JOBS * (AHEAD + LARGEST_PUT + 4096) + written / 10);
  }
}
