package org.burstlog.drain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.burstlog.array.Array;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/**
 * How far this process has come in a drain, what went wrong here, and how all learn of what went
 * wrong anywhere.
 *
 * <p>Whatever may fail in one process alone runs in {@link #attempt}, so that the process comes to
 * the next agreement in any case: the others wait for it there.
 */
final class Progress {
  private final ProcessGroup group;
  private final Path path;
  private final Pending log;
  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private @Nullable Throwable failure;
  private String doing = "planning";
  private String failedIn = "";
  private int[] arrays = {};
  private boolean shared;

  Progress(ProcessGroup group, Path path, Pending log) {
    this.group = group;
    this.path = path;
    this.log = log;
  }

  /** Work that may fail in this process alone. */
  interface Step {
    void run() throws IOException;
  }

  ProcessGroup group() {
    return group;
  }

  /** Says what comes next, in words for an error. */
  void enter(String what) {
    doing = what;
    arrays = new int[0];
    shared = false;
  }

  /** Says which arrays this process is about to write. */
  void writing(int[] numbers) {
    arrays = numbers;
  }

  /** Says that what this process gives is written by others: all name their arrays then. */
  void writesForOthers() {
    shared = true;
  }

  void add(Phase phase, long time) {
    nanos.put(phase, time(phase) + time);
  }

  private long time(Phase phase) {
    return nanos.getOrDefault(phase, 0L);
  }

  /** Times in the order of the phases. */
  long[] nanos() {
    Phase[] phases = Phase.values();
    long[] times = new long[phases.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = time(phases[i]);
    }
    return times;
  }

  /** Does work unless some has failed before, and notes if this does. */
  void attempt(Step step) {
    if (failure != null) {
      return;
    }
    try {
      step.run();
    } catch (Throwable e) {
      // Even an error of the virtual machine: the others wait for this process to say so.
      failure = e;
      failedIn = doing;
    }
  }

  /**
   * Returns when no process has failed. Collective.
   *
   * @throws DrainFailedException in every process, when one has
   */
  void agree() throws IOException {
    least(new long[0]);
  }

  /**
   * Replaces each value by the least of all processes. Collective.
   *
   * @throws DrainFailedException in every process, when one has failed
   */
  void least(long[] values) throws IOException {
    long[] all = new long[values.length + 1];
    System.arraycopy(values, 0, all, 1, values.length);
    all[0] = failure == null ? 1 : 0;
    long begin = System.nanoTime();
    group.min(all);
    add(Phase.AGREE, System.nanoTime() - begin);
    if (all[0] == 0) {
      throw together();
    }
    System.arraycopy(all, 1, values, 0, values.length);
  }

  /**
   * Gives every process the values of all. Collective.
   *
   * @return the values of rank 0, those of rank 1, and so on
   * @throws DrainFailedException in every process, when one has failed
   */
  long[] share(long[] values) throws IOException {
    int each = values.length + 1;
    long[] mine = Arrays.copyOf(values, each);
    mine[values.length] = failure == null ? 1 : 0;
    long begin = System.nanoTime();
    long[] all = group.share(mine);
    add(Phase.AGREE, System.nanoTime() - begin);
    long[] shared = new long[values.length * group.size()];
    boolean good = true;
    for (int rank = 0; rank < group.size(); rank++) {
      System.arraycopy(all, rank * each, shared, rank * values.length, values.length);
      good &= all[rank * each + values.length] == 1;
    }
    if (!good) {
      throw together();
    }
    return shared;
  }

  private DrainFailedException together() throws IOException {
    List<String> names = new ArrayList<>();
    if (failure != null || shared) {
      List<Array> known = log.arrays();
      IntStream.of(arrays).mapToObj(i -> known.get(i).name()).forEach(names::add);
    }
    return Verdict.of(group, "draining to " + path, failedIn, names, failure);
  }
}
