package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.burstlog.storage.Pause;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that are killed at any moment, and lose nodes with their tiers. */
class KilledNodesTest {
  @TempDir Path directory;

  private static Process start(NodeJob job, int between, List<String> settings) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Victim.class.getName()));
    command.addAll(
        List.of(
            job.directory.toString(),
            String.valueOf(job.ranks),
            String.valueOf(job.perNode),
            String.valueOf(between)));
    command.addAll(settings);
    File output = job.directory.resolve("output").toFile();
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
  }

  private static long returned(NodeJob job, MappedByteBuffer ledger) {
    return IntStream.range(0, job.ranks).mapToLong(r -> ledger.getLong(Long.BYTES * r)).sum();
  }

  @ParameterizedTest
  @CsvSource({
    "4,1,none,1,process,foreground,300",
    "6,2,none,2,process,background,200",
    "4,2,none,1,node,foreground,150",
    "4,2,none,1,process,foreground,1000000",
    "4,1,xor,1,process,foreground,300",
    "6,2,xor,1,node,background,200",
    "8,2,rs,2,process,background,1000000"
  })
  void whatWasAcknowledgedSurvives(
      int ranks,
      int perNode,
      String redundancy,
      int losses,
      String layout,
      String mode,
      int between)
      throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> settings =
        List.of(
            "log.copies",
            redundancy.equals("none") ? String.valueOf(losses) : "0",
            "log.redundancy",
            redundancy,
            "log.redundancy.chunk",
            "4KiB",
            "log.layout",
            layout,
            "drain.mode",
            mode);
    for (int round = 0; round < Effort.of(3, 100); round++) {
      NodeJob job =
          new NodeJob(
              Files.createDirectories(directory.resolve("round" + round)),
              ranks,
              perNode,
              settings.toArray(new String[0]));
      MappedByteBuffer ledger = Victim.ledger(job.directory, ranks);
      Process victim = start(job, between, settings);
      long after = 1L + random.nextInt(ranks * 1000);
      while (victim.isAlive() && returned(job, ledger) < after) {
        Pause.nanos(50_000);
      }
      victim.destroyForcibly().waitFor();
      String what = "seed " + seed + ", round " + round + " in " + job.directory;
      assertThat(returned(job, ledger))
          .as(() -> what + ": " + output(job))
          .isGreaterThanOrEqualTo(after);
      List<Integer> nodes = new ArrayList<>(IntStream.range(0, job.nodes()).boxed().toList());
      Collections.shuffle(nodes, random);
      for (int node : nodes.subList(0, losses)) {
        job.lose(node);
      }
      if (!job.sessions().isEmpty()) {
        assertThat(job.recover().complete()).as(what).isTrue();
      }
      long[] content = job.content();
      for (int rank = 0; rank < ranks; rank++) {
        assertHas(job, content, rank, ledger.getLong(Long.BYTES * rank), what);
      }
    }
  }

  private static String output(NodeJob job) {
    try {
      return Files.readString(job.directory.resolve("output"));
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  /** One more than has returned may be there. */
  private static void assertHas(
      NodeJob job, long[] content, int rank, long acknowledged, String what) {
    int part = Victim.part(job);
    for (long number = Math.max(1, acknowledged - part + 1); number <= acknowledged; number++) {
      long found = content[Victim.place(job, rank, number)];
      boolean next = number + part == acknowledged + 1 && found == acknowledged + 1;
      assertThat(found == number || next)
          .as(
              "%s: put %d of rank %d, %d acknowledged, found %d",
              what, number, rank, acknowledged, found)
          .isTrue();
    }
  }
}
