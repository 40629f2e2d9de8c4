package org.burstlog.bench.kernel;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Setting;

/**
 * What a code does between two steps of its output: it computes, and may flush before.
 *
 * @param flush whether it flushes what it has put
 * @param compute how long it computes
 * @param computing how
 * @param cores how many cores each process keeps busy if all are to be busy
 */
public record Gap(boolean flush, Duration compute, Computing computing, int cores) {
  private static final Setting<Boolean> FLUSH =
      Setting.flag("flush", "off", "Whether a step ends with a flush of its puts.");
  private static final Setting<Duration> COMPUTE =
      Setting.time("compute", "0ms", "How long each rank computes between two steps.");
  private static final Setting<Computing> COMPUTING =
      Setting.oneOf(
          "computing",
          Computing.class,
          Computing.SLEEP,
          "What computing does to the cores: nothing, uses one a rank, or uses all of them.");

  /**
   * Adds the parameters of gaps to those of a kernel, which may have one of them with another
   * default.
   *
   * @param own the kernel's parameters
   * @return all of them
   */
  static List<Setting<?>> with(Setting<?>... own) {
    List<Setting<?>> all = new ArrayList<>(List.of(own));
    for (Setting<?> general : List.of(FLUSH, COMPUTE, COMPUTING)) {
      if (all.stream().noneMatch(one -> one.key().equals(general.key()))) {
        all.add(general);
      }
    }
    return all;
  }

  /**
   * Reads the parameters of gaps. Collective.
   *
   * @param parameters a kernel's parameters
   * @param group the processes
   * @return the gaps between the steps
   * @throws IOException when the group cannot be used any more
   */
  public static Gap of(Parameters parameters, ProcessGroup group) throws IOException {
    return new Gap(
        parameters.get(FLUSH),
        parameters.get(COMPUTE),
        parameters.get(COMPUTING),
        share(Runtime.getRuntime().availableProcessors(), group));
  }

  /** The cores of a node are divided among its processes; of what is left over all take one. */
  private static int share(int cores, ProcessGroup group) throws IOException {
    Nodes nodes = group.nodes();
    int processes = 0;
    for (int rank = 0; rank < group.size(); rank++) {
      processes += nodes.leader(rank) == nodes.leader(group.rank()) ? 1 : 0;
    }
    return (cores + processes - 1) / processes;
  }

  /** Computes. */
  void spend() {
    if (!compute.isZero()) {
      computing.compute(compute.toNanos(), cores);
    }
  }
}
