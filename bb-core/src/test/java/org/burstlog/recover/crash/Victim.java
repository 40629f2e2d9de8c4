package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/**
 * A program of four ranks that puts and drains until it is done or dead. What was acknowledged is
 * told through a mapped file, which outlives the process as its log does.
 */
final class Victim {
  static final int PHASES = 6;

  private static final int PUTS_BEFORE = 100;

  private final Path directory;
  private final Work work;
  private final Fate.Line line;
  private final MappedByteBuffer acknowledged;

  private Victim(Path directory, Work work, Fate.Line line, MappedByteBuffer acknowledged) {
    this.directory = directory;
    this.work = work;
    this.line = line;
    this.acknowledged = acknowledged;
    acknowledged.order(ByteOrder.nativeOrder());
  }

  /** Arguments: directory, tier, seed, mode of the target, layout, ranks a node, fate, access. */
  @SuppressForbidden("its standard output is the line to its killer")
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    MappedByteBuffer acknowledged;
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("acknowledged"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      acknowledged = channel.map(FileChannel.MapMode.READ_WRITE, 0, Work.RANKS * 8L);
    }
    Victim victim =
        new Victim(
            directory,
            new Work(Long.parseLong(args[2])),
            new Fate.Line(Fate.parse(args[6]), System.out),
            acknowledged);
    TargetFile.Mode mode = TargetFile.Mode.valueOf(args[3]);
    String retained = Long.parseLong(args[2]) % 2 == 0 ? "1MiB" : "0";
    Settings settings =
        settings(args[1], args[4], args[7]).toBuilder().set(Settings.RETAIN, retained).build();
    ThreadedGroup.run(
        Work.RANKS, Integer.parseInt(args[5]), group -> victim.live(group, mode, settings));
  }

  static Settings settings(String tier, String layout, String access) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier)
        .set(Settings.LAYOUT, layout)
        .set(Settings.ACCESS, access)
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "16KiB")
        .set(Settings.DRAIN_BUFFER, "4KiB")
        .set(Settings.DRAIN_EXTENTS, "20")
        .build();
  }

  private void live(ProcessGroup group, TargetFile.Mode mode, Settings settings)
      throws IOException {
    fileBefore(group, settings);
    try (TargetFile file = PlainTarget.open(group, directory.resolve("out.bin"), mode)) {
      line.meet(Fate.Event.OPEN);
      BurstBuffer buffer = BurstBuffer.open(new FatedTarget(file, line), group, settings);
      List<BufferedArray> arrays = new ArrayList<>();
      for (Array array : Work.ARRAYS) {
        arrays.add(buffer.define(array));
      }
      int at = group.rank() * Long.BYTES;
      long number = acknowledged.getLong(at);
      if (mode != TargetFile.Mode.CREATE) {
        // Whether it was put when the last life ended, nobody can know.
        number++;
      }
      for (int phase = 0; phase < PHASES; phase++) {
        for (int i = work.puts(group.rank(), phase); i > 0; i--) {
          work.put(arrays, group.rank(), ++number);
          acknowledged.putLong(at, number);
          line.meet(Fate.Event.PUT);
        }
        line.meet(Fate.Event.DRAIN);
        if (phase < PHASES - 1) {
          buffer.drain();
          line.meet(Fate.Event.DRAINED);
        }
      }
      line.meet(Fate.Event.CLOSE);
      buffer.close();
    }
  }

  /** Leaves a spare session full of records of the same arrays, which belong to another file. */
  private void fileBefore(ProcessGroup group, Settings settings) throws IOException {
    try (TargetFile file =
            PlainTarget.open(group, directory.resolve("before.bin"), TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      List<BufferedArray> arrays = new ArrayList<>();
      for (Array array : Work.ARRAYS) {
        arrays.add(buffer.define(array));
      }
      Work other = new Work(directory.hashCode());
      for (int epoch = 0; epoch < 2; epoch++) {
        for (int number = 1; number <= PUTS_BEFORE; number++) {
          other.put(arrays, group.rank(), number);
        }
        buffer.drain();
      }
    }
  }

  /** Makes the file through which a victim acknowledges. */
  static void prepare(Path directory) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("acknowledged"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(Work.RANKS * Long.BYTES), 0);
    }
  }

  /** Reads how many puts of each rank were acknowledged. */
  static long[] acknowledged(Path directory) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Work.RANKS * Long.BYTES).order(ByteOrder.nativeOrder());
    try (FileChannel channel = FileChannel.open(directory.resolve("acknowledged"))) {
      channel.read(bytes, 0);
    }
    long[] numbers = new long[Work.RANKS];
    bytes.flip().asLongBuffer().get(numbers);
    return numbers;
  }
}
