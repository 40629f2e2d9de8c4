package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** More than 2 GiB a rank, and more than an int counts in one array and in one record. */
@Tag("slow")
class LargeDrainTest {
  private static final Path MEMORY = Path.of("/dev/shm");

  private Path directory = MEMORY;

  @BeforeEach
  void prepare() throws IOException {
    MpiRun.assumeInstalled();
    assumeTrue(Files.isWritable(MEMORY), MEMORY + " is missing, and a disk would take minutes");
    directory = Files.createTempDirectory(MEMORY, "burstlog-large");
  }

  @AfterEach
  void clean() throws IOException {
    if (!directory.equals(MEMORY)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void assumeRoom(int gibibytes) throws IOException {
    long file = Files.getFileStore(MEMORY).getUsableSpace() >> 30;
    long free =
        Files.readAllLines(Path.of("/proc/meminfo"), StandardCharsets.US_ASCII).stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) >> 20)
            .findFirst()
            .orElse(0);
    assumeTrue(
        Math.min(file, free) >= gibibytes,
        "that takes " + gibibytes + " GiB in memory, and " + Math.min(file, free) + " are free");
  }

  private MpiRun.Result run(MpiRun job, String what, int mebibytes, String strategy)
      throws Exception {
    return job.io("romio")
        .start(
            LargeDrainProgram.class,
            what,
            directory.resolve("out").toString(),
            Files.createDirectories(directory.resolve("tier")).toString(),
            String.valueOf(mebibytes),
            strategy,
            "16");
  }

  static List<String> strategies() {
    return Effort.isLong() ? List.of("independent", "exchange", "collective") : List.of("exchange");
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void aDrainTakesNoMoreMemoryThanItsBuffersWhateverTheLogsHold(String strategy) throws Exception {
    assumeRoom(11);
    // A heap that is there from the start does not count as growth.
    MpiRun job = MpiRun.ranks(2).jvm("-Xms96m").jvm("-Xmx96m").jvm("-XX:+AlwaysPreTouch");
    MpiRun.Result result = run(job.jvm("-XX:+UseSerialGC"), "strided", 2304, strategy);
    assertThat(result.status()).as(result.output()).isZero();
  }

  @Test
  void aRecordMayBeLongerThanAnIntCounts() throws Exception {
    assumeTrue(Effort.isLong(), "in the long form only");
    assumeRoom(12);
    MpiRun job = MpiRun.ranks(1).jvm("-Xmx3500m").jvm("-XX:+UseSerialGC").jvm("-Xmn16m");
    MpiRun.Result result = run(job, "one-put", 3072, "independent");
    assertThat(result.status()).as(result.output()).isZero();
  }
}
