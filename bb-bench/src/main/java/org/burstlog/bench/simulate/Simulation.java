package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.jspecify.annotations.Nullable;

/** One run: the puts of all processes into some files, and a drain of each epoch of them. */
final class Simulation {
  private final Machine machine;
  private final DrainOptions options;
  private final Ranks ranks;
  private final Hall hall;
  private final Servers servers;
  private final SharedMemory memory = new SharedMemory();
  private long windows;
  private long records;
  private long drained;
  private long putBytes;
  private long putTime;
  private long drainTime;

  /** Windows of the last drain, of which all take part in each. */
  private long windowsOfOne;

  private String strategy = "";

  Simulation(Machine machine, DrainOptions options, int size, long seed) {
    this.machine = machine;
    this.options = options;
    ranks = new Ranks(size, new Random(seed));
    hall = new Hall(ranks, machine);
    servers = new Servers(machine, hall.nodes().count());
  }

  /** Runs a program whose puts are known. */
  Outcome run(Map<String, Recorded> files) throws IOException {
    for (Map.Entry<String, Recorded> file : files.entrySet()) {
      NoData.File content = new NoData.File();
      for (int epoch = 0; epoch < file.getValue().epochs(); epoch++) {
        put(file.getValue(), epoch);
        drain(Path.of(file.getKey()), file.getValue(), epoch, content);
      }
      drained += content.bytes();
    }
    Map<String, long[]> calls = new TreeMap<>(hall.counts());
    return new Outcome(
        ranks.size(),
        hall.nodes().count(),
        records,
        putBytes,
        drained,
        putTime,
        drainTime,
        strategy,
        windows,
        calls,
        servers.requests,
        servers.parts,
        servers.revocations,
        servers.busiest(),
        ranks.steps());
  }

  /** Puts never communicate, so each process has its time, and each node its tier. */
  private void put(Recorded file, int epoch) {
    long begin = ranks.latest();
    long longest = 0;
    long[] node = new long[hall.nodes().count()];
    for (int rank = 0; rank < ranks.size(); rank++) {
      long bytes = file.bytes(epoch, rank);
      int count = file.records(epoch, rank).size();
      records += count;
      putBytes += bytes;
      node[hall.node(rank)] += bytes;
      long own = count * machine.nanos(Parameter.PUT_US) + machine.nanos(bytes, Parameter.COPY_MB);
      longest = Math.max(longest, own);
    }
    for (long bytes : node) {
      longest = Math.max(longest, machine.nanos(bytes, Parameter.TIER_MB));
    }
    putTime += longest;
    ranks.synchronize(begin + longest);
  }

  private void drain(Path path, Recorded file, int epoch, NoData.File content) throws IOException {
    long begin = ranks.latest();
    List<@Nullable Task<DrainReport>> tasks = new ArrayList<>(ranks.size());
    for (int rank = 0; rank < ranks.size(); rank++) {
      NoData.Records pending = new NoData.Records(file.records(epoch, rank), file.arrays());
      ranks.owe(rank, (long) (pending.index().size() * machine.get(Parameter.PLAN_NS)));
      tasks.add(
          Drain.of(
                  new SimulatedGroup(hall, machine, rank, false),
                  new SimulatedTarget(path, hall, machine, servers, rank, content),
                  pending,
                  options,
                  memory)
              .begin());
    }
    ranks.run(rank -> step(tasks, rank), hall::nextEnd);
    int waits = ranks.waiting();
    if (waits >= 0) {
      throw new IllegalStateException("rank " + waits + " waits for others in vain");
    }
    windows += windowsOfOne;
    drainTime += ranks.latest() - begin;
  }

  /** One that has ended holds nothing any more. */
  private Task.Progress step(List<@Nullable Task<DrainReport>> tasks, int rank) throws IOException {
    Task<DrainReport> task = tasks.get(rank);
    if (task == null) {
      return Task.Progress.DONE;
    }
    Task.Progress made = task.step();
    if (made == Task.Progress.DONE) {
      DrainReport report = task.result();
      strategy = report.strategy().name().toLowerCase(Locale.ROOT);
      windowsOfOne = report.rounds();
      tasks.set(rank, null);
    }
    return made;
  }
}
