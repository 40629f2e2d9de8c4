package org.burstlog.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.drain.Strategy;
import org.burstlog.drain.Writers;
import org.burstlog.drain.files.FileLoad;
import org.burstlog.drain.files.FilesPlan;
import org.burstlog.drain.files.Measured;
import org.burstlog.drain.files.Places;
import org.burstlog.drain.files.Scheme;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.jspecify.annotations.Nullable;

/**
 * A flush of several files together, planned over all of them: what is pending of each, summed over
 * all processes in one reduction, says which processes write which file, and which files go on at
 * the same time.
 *
 * <p>The order in which processes name the files does not matter, as each file has a number that
 * all know.
 */
public final class FilesFlush {
  /** Bytes of a round below which files wait for each other rather than share the memory. */
  private static final int LEAST_BUFFER = 1 << 20;

  private final List<BurstBuffer> files;
  private final DrainReason reason;
  private final Map<BurstBuffer, Outcome> outcomes = new HashMap<>();

  /**
   * What became of a file.
   *
   * @param inTarget whether all that was put is there; false where a drain in the background has
   *     it, or has failed
   * @param failure why it is not, the same in every process; null when nothing failed
   */
  public record Outcome(boolean inTarget, @Nullable Throwable failure) {}

  private FilesFlush(List<BurstBuffer> files, DrainReason reason) {
    this.files = files;
    this.reason = reason;
  }

  /**
   * Moves everything that any process has put to the targets, or hands it over to drains in the
   * background where a file has these. Collective: all processes name the same files, in any order.
   *
   * @param buffers of the files, all of the same processes
   * @param reason what to count it as
   * @return what became of each, in the order in which they are named here
   * @throws BurstlogException when files are not of the same processes, or processes name different
   *     files
   * @throws IOException when a group cannot be used any more
   */
  public static List<Outcome> run(List<BurstBuffer> buffers, DrainReason reason)
      throws IOException {
    List<BurstBuffer> ordered =
        buffers.stream()
            .distinct()
            .sorted(Comparator.comparingLong(each -> each.group().identity()))
            .toList();
    requireSameProcesses(ordered);
    FilesFlush flush = new FilesFlush(ordered, reason);
    if (!ordered.isEmpty()) {
      flush.run();
    }
    return buffers.stream().map(each -> flush.outcomes.get(each)).toList();
  }

  private static void requireSameProcesses(List<BurstBuffer> files) throws BurstlogException {
    for (BurstBuffer file : files) {
      if (!file.group().members().equals(files.get(0).group().members())) {
        throw new BurstlogException(
            file.path()
                + " and "
                + files.get(0).path()
                + " are files of different processes, which cannot be flushed together; flush each"
                + " by itself");
      }
    }
  }

  private void run() throws IOException {
    byte[] names = names();
    List<BurstBuffer> well = new ArrayList<>();
    Map<BurstBuffer, Boolean> whole = new HashMap<>();
    for (BurstBuffer file : files) {
      try {
        whole.put(file, file.meetToFlush(names));
        well.add(file);
      } catch (BurstlogException e) {
        if (!file.hasParted()) {
          throw e;
        }
        // The processes of that file are in different calls; those of the others need not be.
        outcomes.put(file, new Outcome(false, e));
      }
    }
    List<BurstBuffer> logged = well.stream().filter(file -> file.log() != null).toList();
    if (!logged.isEmpty()) {
      drain(logged, whole);
    }
    for (BurstBuffer file : well) {
      if (!outcomes.containsKey(file)) {
        handOver(file, true, Writers.ALONE);
      }
    }
  }

  /** What tells these files from others, in every process alike. */
  private byte[] names() {
    ByteBuffer names = ByteBuffer.allocate(Long.BYTES * files.size());
    files.forEach(file -> names.putLong(file.group().identity()));
    return names.array();
  }

  private void drain(List<BurstBuffer> logged, Map<BurstBuffer, Boolean> whole) throws IOException {
    final long begin = System.nanoTime();
    FilesPlan plan = plan(logged);
    int lanes = plan.deal().lanes().size();
    List<Writers> writers =
        plan.deal().writers().stream()
            .map(ranks -> new Writers(ranks, Math.max(buffer(logged) / lanes, 1)))
            .toList();
    for (int i = 0; i < logged.size(); i++) {
      if (!log(logged, i).isDrivenByCaller()) {
        handOver(logged.get(i), whole.getOrDefault(logged.get(i), false), writers.get(i));
      }
    }
    // Told apart before: a file that could be handed over may have none to do that any more.
    List<Integer> waited =
        IntStream.range(0, logged.size())
            .filter(i -> !outcomes.containsKey(logged.get(i)))
            .boxed()
            .toList();
    List<@Nullable Throwable> failures =
        new FilesDrain(
                waited.stream().map(logged::get).toList(),
                waited.stream().map(writers::get).toList(),
                plan.deal().lanes().stream()
                    .map(lane -> lane.stream().map(waited::indexOf).filter(i -> i >= 0).toList())
                    .toList(),
                reason)
            .run();
    for (int i = 0; i < failures.size(); i++) {
      Throwable failure = failures.get(i);
      outcomes.put(logged.get(waited.get(i)), new Outcome(failure == null, failure));
    }
    long nanos = System.nanoTime() - begin;
    logged.forEach(file -> file.flushedWith(new FlushedFiles(plan, logged.size(), nanos)));
  }

  private static LoggedPuts log(List<BurstBuffer> logged, int file) {
    LoggedPuts log = logged.get(file).log();
    if (log == null) {
      throw new IllegalStateException("no log: " + file);
    }
    return log;
  }

  private void handOver(BurstBuffer file, boolean whole, Writers writers) {
    try {
      outcomes.put(file, new Outcome(file.handOver(reason, whole, writers), null));
    } catch (IOException | RuntimeException e) {
      outcomes.put(file, new Outcome(false, e));
    }
  }

  private static int buffer(List<BurstBuffer> logged) {
    return logged.stream()
        .mapToInt(file -> file.settings().drainOptions().buffer())
        .min()
        .orElseThrow();
  }

  private FilesPlan plan(List<BurstBuffer> logged) throws IOException {
    ProcessGroup group = logged.get(0).group();
    long[] mine = new long[logged.size() + Measured.NUMBERS];
    for (int i = 0; i < logged.size(); i++) {
      mine[i] = logged.get(i).pendingBytes();
    }
    long[] measured = logged.get(0).measured().numbers();
    System.arraycopy(measured, 0, mine, logged.size(), measured.length);
    group.sum(mine);
    List<FileLoad> loads = new ArrayList<>();
    for (int i = 0; i < logged.size(); i++) {
      loads.add(new FileLoad(mine[i], log(logged, i).striping()));
    }
    return FilesPlan.of(
        scheme(logged),
        loads,
        new Places(group.nodes(), group.size()),
        Measured.rates(mine, logged.size(), group.size()),
        Math.max(1, buffer(logged) / LEAST_BUFFER));
  }

  private static Scheme scheme(List<BurstBuffer> logged) {
    Set<Scheme> set =
        logged.stream()
            .map(file -> file.settings().get(Settings.DRAIN_FILES))
            .collect(Collectors.toSet());
    // What all write together they come to in one order.
    boolean together =
        logged.stream()
            .anyMatch(file -> file.settings().get(Settings.STRATEGY) == Strategy.COLLECTIVE);
    boolean exchanged = IntStream.range(0, logged.size()).anyMatch(i -> log(logged, i).exchanges());
    Scheme wanted = set.size() == 1 ? set.iterator().next() : Scheme.AUTO;
    return together || (wanted == Scheme.AUTO && !exchanged) ? Scheme.TURNS : wanted;
  }
}
