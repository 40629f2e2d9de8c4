package org.burstlog.mpi.testing;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import mpi.MPI;
import mpi.MPIException;
import org.burstlog.group.RankProgram;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.testing.RankEvents.Event;
import org.burstlog.mpi.testing.RankEvents.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main class of a rank: runs test classes with JUnit, the same ones in the same order in every
 * rank, in step.
 *
 * <p>A test that fails in one rank may leave the others in a collective that never completes.
 * Therefore the first failure ends the job; {@link MpiRun} starts another one for the tests that
 * have not run.
 */
public final class RankRunner implements TestExecutionListener {
  private static final EngineFilter JUPITER = EngineFilter.includeEngines("junit-jupiter");

  private static volatile @Nullable MpiGroup world;

  private final Path events;
  private final Set<String> done;
  private final Set<String> planned = new HashSet<>();
  private @Nullable TestPlan running;

  private RankRunner(Path events, Set<String> done) {
    this.events = events;
    this.done = done;
  }

  /**
   * Runs a program in the group of all ranks of this job. What a contract's {@code run} calls.
   *
   * @param program runs here, and by its own call in every other rank
   * @throws Exception what the program throws
   */
  public static void run(RankProgram program) throws Exception {
    program.run(world());
  }

  private static MpiGroup world() {
    return Objects.requireNonNull(world, "this JVM is no rank");
  }

  /**
   * Runs in every rank.
   *
   * @param args the directory for results, a file with the ids of tests that are done, and the test
   *     classes
   * @throws IOException when the results cannot be written
   * @throws MPIException when MPI cannot be started or ended
   */
  public static void main(String[] args) throws IOException, MPIException {
    boolean plain = Boolean.getBoolean(MpiRun.PLAIN_INIT);
    if (plain) {
      MPI.Init(new String[0]);
    }
    runAll(args);
    if (plain) {
      MPI.Finalize();
    }
  }

  private static void runAll(String... args) throws IOException {
    Path directory = Path.of(args[0]);
    Set<String> done = Set.copyOf(Files.readAllLines(Path.of(args[1])));
    try (MpiGroup group = MpiGroup.world()) {
      world = group;
      RankRunner listener =
          new RankRunner(RankEvents.file(directory, String.valueOf(group.rank())), done);
      Launcher launcher = LauncherFactory.create();
      List<String> classes = List.of(args).subList(2, args.length);
      launcher.execute(listener.remaining(launcher, classes), listener);
      group.barrier();
    }
  }

  /** Tests that an earlier job has run are left out by name, so that each runs once. */
  private LauncherDiscoveryRequest remaining(Launcher launcher, List<String> classes) {
    TestPlan plan =
        launcher.discover(
            LauncherDiscoveryRequestBuilder.request()
                .filters(JUPITER)
                .selectors(classes.stream().map(DiscoverySelectors::selectClass).toList())
                .build());
    Map<String, TestIdentifier> tests = new TreeMap<>();
    List<TestIdentifier> all = new ArrayList<>(plan.getRoots());
    for (int i = 0; i < all.size(); i++) {
      Set<TestIdentifier> children = plan.getChildren(all.get(i));
      all.addAll(children);
      // What has parameters is no test yet, but it has no children either.
      if (children.isEmpty()
          && i >= plan.getRoots().size()
          && !done.contains(all.get(i).getUniqueId())) {
        tests.put(all.get(i).getUniqueId(), all.get(i));
      }
    }
    tests.forEach((id, test) -> note(new Event(Kind.PLANNED, id, name(plan, test))));
    planned.addAll(tests.keySet());
    return LauncherDiscoveryRequestBuilder.request()
        .filters(JUPITER)
        .selectors(tests.keySet().stream().map(DiscoverySelectors::selectUniqueId).toList())
        .build();
  }

  private static String name(TestPlan plan, TestIdentifier test) {
    String own = test.getDisplayName();
    return plan.getParent(test)
        .filter(parent -> parent.getParentId().isPresent())
        .map(parent -> name(plan, parent) + " > " + own)
        .orElse(own);
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    running = plan;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (!test.isTest()) {
      return;
    }
    try {
      // So that a rank which fails in this test does not end another's last one.
      world().barrier();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String name = name(Objects.requireNonNull(running), test);
    note(new Event(Kind.STARTED, test.getUniqueId(), name));
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    note(new Event(Kind.SKIPPED, test.getUniqueId(), reason));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    String id = test.getUniqueId();
    switch (result.getStatus()) {
      case FAILED -> {
        note(new Event(Kind.FAILED, id, result.getThrowable().map(RankRunner::stack).orElse("")));
        abort();
      }
      case ABORTED -> executionSkipped(test, reason(result));
      case SUCCESSFUL -> {
        if (test.isTest() || planned.contains(id)) {
          note(new Event(Kind.PASSED, id, ""));
        }
      }
    }
  }

  private static String reason(TestExecutionResult aborted) {
    return aborted.getThrowable().map(Throwable::getMessage).orElse("no reason is given");
  }

  private static void abort() {
    try {
      MPI.COMM_WORLD.abort(1);
    } catch (MPIException e) {
      throw new IllegalStateException(e);
    }
  }

  private void note(Event event) {
    try {
      RankEvents.append(events, event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String stack(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
