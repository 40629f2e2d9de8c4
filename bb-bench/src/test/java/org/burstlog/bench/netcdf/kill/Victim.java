package org.burstlog.bench.netcdf.kill;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcData;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.recover.crash.Fate;
import org.burstlog.recover.crash.FatedTarget;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetSystem;

/**
 * A job that puts into a netCDF file with a burst buffer, and of which all ranks are killed at once
 * when one of them meets its fate.
 */
final class Victim {
  private static final int PHASES = 4;
  private static final int PUTS_BEFORE = 30;
  private static final long SETTLING = 0x9E3779B97F4A7C15L;

  private final Work work;
  private final long seed;
  private final int life;
  private final ProcessGroup group;
  private final Acknowledged acknowledged;
  private final Fate.Line line;

  private Victim(
      long seed, int life, ProcessGroup group, Acknowledged acknowledged, Fate.Line line) {
    this.work = new Work(seed);
    this.seed = seed;
    this.life = life;
    this.group = group;
    this.acknowledged = acknowledged;
    this.line = line;
  }

  /**
   * Arguments: directory, tier, seed, number of this life, layout, capacity, fate, its rank,
   * access, what drains, how many epochs.
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    long seed = Long.parseLong(args[2]);
    int life = Integer.parseInt(args[3]);
    Drains drains = Drains.valueOf(args[9]);
    Settings.Builder settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, args[1])
            .set(Settings.LAYOUT, args[4])
            .set(Settings.ACCESS, args[8])
            .set(Settings.CAPACITY, args[5])
            .set(Settings.CHUNK, "64KiB")
            .set(Settings.BLOCK, "16KiB")
            .set(Settings.DRAIN_BUFFER, "4KiB")
            .set(Settings.DRAIN_EXTENTS, "20");
    Fate fate = Fate.parse(args[6]);
    Acknowledged acknowledged = Acknowledged.open(directory.resolve("acknowledged"));
    try (MpiGroup world = drains.start()) {
      OutputStream killer = killer(world, fate, acknowledged);
      boolean fated = world.rank() == Integer.parseInt(args[7]);
      Fate own = fated ? fate : new Fate(Fate.Event.NEVER, 0, false, 0);
      Fate.Line line = new Fate.Line(own, killer);
      TargetSystem targets =
          (group, path, mode) ->
              new FatedTarget(MpiTarget.open(group, path, mode, MpiHints.none()), line);
      NcOptions options =
          NcOptions.defaults()
              .group(world)
              .settings(drains.set(settings, Integer.parseInt(args[10])).build());
      fileBefore(
          directory.resolve("before.nc"), options.target(MpiTarget.system(MpiHints.none())), world);
      options = options.target(targets);
      new Victim(seed, life, world, acknowledged, line).live(directory.resolve("out.nc"), options);
    }
    drains.end();
  }

  /**
   * A process that kills all ranks at once, each with SIGKILL, some time after it is written to.
   */
  private static OutputStream killer(ProcessGroup group, Fate fate, Acknowledged acknowledged)
      throws IOException {
    byte[] own = ByteBuffer.allocate(Long.BYTES).putLong(ProcessHandle.current().pid()).array();
    StringBuilder all = new StringBuilder();
    for (byte[] pid : group.gather(own)) {
      all.append(' ').append(ByteBuffer.wrap(pid).getLong());
    }
    Process shell =
        new ProcessBuilder("sh", "-c", "read word && kill -KILL" + all)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    OutputStream to = shell.getOutputStream();
    return new OutputStream() {
      @Override
      public void write(int b) {
        Thread later =
            new Thread(
                () -> {
                  LockSupport.parkNanos(fate.delay());
                  acknowledged.aboutToKill();
                  try {
                    to.write('\n');
                    to.flush();
                  } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                  }
                });
        later.start();
      }
    };
  }

  /** Leaves a spare session full of records of the same variables, which belong to another file. */
  private static void fileBefore(Path path, NcOptions options, ProcessGroup group)
      throws IOException {
    Work other = new Work(path.hashCode());
    try (NcFile file = NcFile.create(path, options)) {
      Work.define(file);
      int owner = group.rank() % Work.OWNERS;
      for (int number = 1; number <= PUTS_BEFORE; number++) {
        other.put(owner, number).to(file.variables());
      }
    }
  }

  private void live(Path path, NcOptions options) throws IOException {
    NcFile file;
    if (life == 0) {
      file = NcFile.create(path, options);
      Work.define(file);
    } else {
      file = NcFile.open(path, options);
      takeUp(file);
    }
    line.meet(Fate.Event.OPEN);
    for (int phase = 0; phase < PHASES; phase++) {
      for (int owner : owners()) {
        for (int i = work.puts(owner, life, phase); i > 0; i--) {
          work.put(owner, acknowledged.of(owner) + 1).to(file.variables());
          acknowledged.set(owner, acknowledged.of(owner) + 1);
          line.meet(Fate.Event.PUT);
        }
      }
      long choice = seed * SETTLING + 41L * life + phase * 7L;
      if ((choice & 1) == 0) {
        awaitTogether(file);
      } else {
        putTogether(file);
      }
      line.meet(Fate.Event.DRAIN);
      switch ((int) (choice >>> 8 & 3)) {
        case 0 -> file.flush();
        case 1 -> file.sync();
        case 2 -> file.syncRecords();
        default -> {
          // What is pending stays so.
        }
      }
      line.meet(Fate.Event.DRAINED);
    }
    line.meet(Fate.Event.CLOSE);
    file.close();
  }

  /** The owners that this rank looks after. */
  private List<Integer> owners() {
    List<Integer> mine = new ArrayList<>();
    for (int owner = group.rank(); owner < Work.OWNERS; owner += group.size()) {
      mine.add(owner);
    }
    return mine;
  }

  /** Goes on behind what the file has, which must be all that was acknowledged. */
  private void takeUp(NcFile file) throws IOException {
    for (int owner : owners()) {
      int there = work.resolve(file, owner, acknowledged.of(owner));
      if (there < 0) {
        throw new IllegalStateException(
            "reopened, owner "
                + owner
                + " has not its "
                + acknowledged.of(owner)
                + " puts but\n"
                + Work.Picture.read(file, owner));
      }
      acknowledged.set(owner, there);
    }
  }

  private void awaitTogether(NcFile file) throws IOException {
    List<NcVariable> variables = file.variables();
    for (int owner : owners()) {
      for (int i = 1; i <= Work.MOST_IN_FLIGHT; i++) {
        work.put(owner, acknowledged.of(owner) + i)
            .to(variables.stream().map(NcVariable::nonblocking).toList());
      }
    }
    file.awaitAll();
    for (int owner : owners()) {
      acknowledged.set(owner, acknowledged.of(owner) + Work.MOST_IN_FLIGHT);
      line.meet(Fate.Event.PUT);
    }
  }

  private void putTogether(NcFile file) throws IOException {
    List<NcData> variables = file.variables().stream().map(NcVariable::collective).toList();
    List<Integer> mine = owners();
    for (int turn = 0; turn * group.size() < Work.OWNERS; turn++) {
      if (turn < mine.size()) {
        int owner = mine.get(turn);
        work.put(owner, acknowledged.of(owner) + 1).to(variables);
        acknowledged.set(owner, acknowledged.of(owner) + 1);
        line.meet(Fate.Event.PUT);
      } else {
        Region nothing = Region.of(new long[] {0, 0}, new long[] {0, 0});
        variables.get(0).put(nothing, NcMemory.of(new int[0]));
      }
    }
  }
}
