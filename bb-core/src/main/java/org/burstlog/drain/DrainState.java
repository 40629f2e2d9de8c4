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
import org.burstlog.group.Collective;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/**
 * How far this process has come in a drain, what went wrong here, and how all learn of what went
 * wrong anywhere.
 *
 * <p>Whatever may fail in one process alone runs in {@link #attempt}, so that the process comes to
 * the next agreement in any case: the others wait for it there.
 */
final class DrainState {
  /** What a process says of itself in an agreement; the least of all is the verdict. */
  static final long GOOD = 2;

  static final long FAILED = 1;
  static final long FAILED_FOR_OTHERS = 0;

  private final ProcessGroup group;
  private final Path path;
  private final Pending log;
  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private @Nullable Throwable failure;
  private String doing = "planning";
  private String failedIn = "";
  private int[] failedArrays = {};
  private long flag = GOOD;
  private int[] arrays = {};

  /** Arrays of which others write what this process has sent them. */
  private int[] sent = {};

  private boolean shared;
  private long moved;

  DrainState(ProcessGroup group, Path path, Pending log) {
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
    if (shared) {
      sent = numbers;
    }
  }

  /**
   * Says that what this process gives is written by others: all name the arrays that they gave when
   * one fails to write.
   */
  void writesForOthers() {
    shared = true;
  }

  /**
   * Says that this process has written so much of what it has, or sent it to those who write it.
   */
  void moved(long bytes) {
    moved += bytes;
  }

  long moved() {
    return moved;
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
      failedArrays = arrays;
      flag = shared ? FAILED_FOR_OTHERS : FAILED;
    }
  }

  /** Goes on when no process has failed; otherwise fails in every process. */
  <T> Next<T> agreed(Next.Stage<T> stage) {
    return least(new long[0], none -> stage.run());
  }

  /** Goes on with the least of each value, when no process has failed. */
  <T> Next<T> least(long[] values, Next.Conclusion<long[], T> conclusion) {
    return met(
        () -> group.begin(Collective.min(flagged(values))),
        all ->
            all[0] == GOOD
                ? conclusion.of(Arrays.copyOfRange(all, 1, all.length))
                : together(all[0]));
  }

  /** Fails in every process, when all know that one has and not yet how. */
  <T> Next<T> failed() {
    return together(FAILED);
  }

  /** What this process says of itself. */
  long flag() {
    return flag;
  }

  /** Values behind what this process says of itself. */
  private long[] flagged(long[] values) {
    long[] all = new long[values.length + 1];
    System.arraycopy(values, 0, all, 1, values.length);
    all[0] = flag;
    return all;
  }

  /** Has processes agree, and counts how long that takes, waiting for the others included. */
  <B, T> Next<T> met(Next.Beginning<B> beginning, Next.Conclusion<B, T> conclusion) {
    long[] begin = new long[1];
    return Next.meet(
        () -> {
          begin[0] = System.nanoTime();
          return beginning.begin();
        },
        result -> {
          add(Phase.AGREE, System.nanoTime() - begin[0]);
          return conclusion.of(result);
        });
  }

  /**
   * Fails in every process, when all know that one has.
   *
   * @param verdict the least that any process has said of itself
   */
  <T> Next<T> together(long verdict) {
    int[] numbers = failure != null ? failedArrays : sent;
    List<String> names = new ArrayList<>();
    if (failure != null || verdict == FAILED_FOR_OTHERS) {
      List<Array> known = log.arrays();
      IntStream.of(numbers).mapToObj(i -> known.get(i).name()).forEach(names::add);
    }
    return Next.meet(
        () -> Verdict.begin(group, "draining to " + path, failedIn, names, failure),
        told -> {
          throw told;
        });
  }
}
