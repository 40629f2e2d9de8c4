package org.burstlog.mpi.testing;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.RankEvents.Event;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Test classes run in every rank of a job, each of their tests shown as a test of this JVM. */
public final class RankTests {
  /** A job ends with its first failure; after a few the rest is likely to fail like them. */
  private static final int MOST_JOBS = 4;

  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, List<String>> failures = new LinkedHashMap<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();
  private final Set<String> done = new LinkedHashSet<>();

  private RankTests() {}

  /**
   * Runs test classes and returns their tests with what became of them.
   *
   * @param job the ranks
   * @param classes the test classes
   * @return one test for each test method
   * @throws IOException when the job cannot be started
   * @throws InterruptedException when this thread is interrupted
   */
  public static Stream<DynamicTest> of(MpiRun job, Class<?>... classes)
      throws IOException, InterruptedException {
    MpiRun.assumeInstalled();
    RankTests tests = new RankTests();
    Path directory = Files.createTempDirectory(fastest(), "rank-tests");
    try {
      job.jvm("-Djava.io.tmpdir=" + Files.createDirectory(directory.resolve("tmp")));
      // Memory is often mounted so that no library can be loaded from it.
      job.jvm("-Djffi.extract.dir=" + System.getProperty("java.io.tmpdir"));
      for (int i = 0; i < MOST_JOBS && !tests.complete(); i++) {
        tests.runOnce(job, Files.createTempDirectory(directory, "job"), classes);
      }
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return tests.names.keySet().stream()
        .filter(id -> tests.names.keySet().stream().noneMatch(other -> other.startsWith(id + "/")))
        .map(id -> DynamicTest.dynamicTest(tests.names.get(id), () -> tests.verdict(id)));
  }

  /** A disk that others keep busy would make every sync take its time. */
  private static Path fastest() {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private boolean complete() {
    return !names.isEmpty() && done.containsAll(names.keySet());
  }

  private void runOnce(MpiRun job, Path directory, Class<?>... classes)
      throws IOException, InterruptedException {
    Path doneFile = Files.write(directory.resolve("done"), done);
    List<String> args = new ArrayList<>(List.of(directory.toString(), doneFile.toString()));
    for (Class<?> each : classes) {
      args.add(each.getName());
    }
    MpiRun.Result result = job.start(RankRunner.class, args.toArray(String[]::new));
    Map<String, Integer> passed = new LinkedHashMap<>();
    Map<String, List<Integer>> started = new LinkedHashMap<>();
    for (int rank = 0; rank < job.ranks(); rank++) {
      for (Event event : RankEvents.read(RankEvents.file(directory, String.valueOf(rank)))) {
        take(rank, job.ranks(), event, passed, started);
      }
    }
    // What some rank began and not all have ended, with no failure told: it is where the job ended.
    started.forEach(
        (id, ranks) -> {
          if (!done.contains(id)) {
            failures
                .computeIfAbsent(id, key -> new ArrayList<>())
                .add("began on ranks " + ranks + " and did not end on all:\n" + result.output());
            done.add(id);
          }
        });
    if ((result.status() != 0 && failures.isEmpty()) || names.isEmpty()) {
      names.put("job", "the job");
      failures.put("job", List.of("exit status " + result.status() + "\n" + result.output()));
      done.add("job");
    }
  }

  private void take(
      int rank,
      int ranks,
      Event event,
      Map<String, Integer> passed,
      Map<String, List<Integer>> started) {
    String id = event.test();
    switch (event.kind()) {
      case PLANNED -> names.putIfAbsent(id, event.detail());
      case STARTED -> {
        names.putIfAbsent(id, event.detail());
        started.computeIfAbsent(id, key -> new ArrayList<>()).add(rank);
      }
      case PASSED -> {
        if (passed.merge(id, 1, Integer::sum) == ranks) {
          done.add(id);
        }
      }
      case SKIPPED -> {
        skipped.putIfAbsent(id, event.detail());
        done.add(id);
      }
      case FAILED -> {
        names.putIfAbsent(id, id);
        failures
            .computeIfAbsent(id, key -> new ArrayList<>())
            .add("on rank " + rank + " of " + ranks + ":\n" + event.detail());
        done.add(id);
        // What it is an instance of would fail in the same way in the next job.
        names.keySet().stream().filter(other -> id.startsWith(other + "/")).forEach(done::add);
      }
    }
  }

  private void verdict(String id) {
    if (failures.containsKey(id)) {
      fail(String.join("\n", failures.get(id)));
    }
    if (!done.contains(id)) {
      fail("not run: the job ended before");
    }
    String reason = skipped.get(id);
    if (reason != null) {
      Assumptions.abort(reason);
    }
  }
}
