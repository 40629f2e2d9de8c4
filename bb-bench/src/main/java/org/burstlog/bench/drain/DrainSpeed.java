package org.burstlog.bench.drain;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.ProcessGroup;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;

/**
 * Times drains of IOR's contiguous pattern, in which the ranks take turns, and plain MPI-IO writes
 * of the same bytes, one after the other in one run.
 *
 * <p>Ways: {@code auto}, {@code exchange}, {@code collective} and {@code independent} put into a
 * log and drain by that strategy; {@code direct} writes each transfer collectively, as a code
 * without a burst buffer does; {@code direct-independent} writes each transfer alone; {@code piece}
 * and {@code piece-collective} write as many bytes a rank in one piece.
 */
public final class DrainSpeed {
  private static final int PAGE = 4096;

  private final ProcessGroup group;
  private final Path tier;
  private final Path target;
  private final Pattern pattern;
  private final PrintWriter out;
  private final MpiHints hints;

  private DrainSpeed(ProcessGroup group, Path tier, Path target, Pattern pattern, PrintWriter out)
      throws IOException {
    this.group = group;
    this.tier = tier;
    this.target = target;
    this.pattern = pattern;
    this.out = out;
    this.hints = MpiHints.of(Settings.load());
  }

  /**
   * How long both parts of a way took, in nanoseconds, and the time of processors in the second; a
   * direct write has no first part.
   */
  private record Times(long put, long drain, long cpu, String explanation) {}

  /**
   * Runs in every rank.
   *
   * @param args directory of the logs, path of the target, MiB a rank, KiB a transfer, repetitions,
   *     and the ways
   * @throws IOException when something cannot be written
   */
  public static void main(String[] args) throws IOException {
    try (MpiGroup group = MpiGroup.world();
        PrintWriter out = standardOut()) {
      long bytes = Long.parseLong(args[2]) << 20;
      int transfer = Integer.parseInt(args[3]) << 10;
      Pattern pattern = new Pattern(true, bytes, transfer, group.rank(), group.size());
      DrainSpeed speed = new DrainSpeed(group, Path.of(args[0]), Path.of(args[1]), pattern, out);
      int repetitions = Integer.parseInt(args[4]);
      List<String> ways = Arrays.asList(args).subList(5, args.length);
      for (int i = 0; i < repetitions; i++) {
        for (String way : ways) {
          speed.measure(way);
        }
      }
    }
  }

  private static PrintWriter standardOut() throws IOException {
    return new PrintWriter(Files.newBufferedWriter(Path.of("/dev/stdout"), StandardCharsets.UTF_8));
  }

  private void measure(String way) throws IOException {
    Times times =
        switch (way) {
          case "direct" -> write(pattern, true);
          case "direct-independent" -> write(pattern, false);
          case "piece" -> write(pattern.inPieces((int) pattern.bytes()), false);
          case "piece-collective" -> write(pattern.inPieces((int) pattern.bytes()), true);
          default -> drain(way);
        };
    long put = group.max(times.put());
    long drain = group.max(times.drain());
    long cpu = group.sum(times.cpu());
    if (group.rank() == 0) {
      double mib = pattern.total() / (double) (1 << 20);
      out.print(
          String.format(
              Locale.ROOT,
              "%-22s %8.1f MiB/s %8.1f MiB/s with puts, %.2f s of processors without%n%s",
              way,
              mib / (drain / 1e9),
              mib / ((put + drain) / 1e9),
              cpu / 1e9,
              times.explanation()));
      out.flush();
      Files.deleteIfExists(target);
    }
    group.barrier();
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private Times write(Pattern written, boolean together) throws IOException {
    // As a code would that cares: from other memory the kernel makes two requests of one.
    ByteBuffer data =
        ByteBuffer.allocateDirect(written.transfer() + PAGE)
            .alignedSlice(PAGE)
            .slice(0, written.transfer());
    try (TargetFile file = MpiTarget.open(group, target, TargetFile.Mode.CREATE, hints)) {
      file.empty();
      group.barrier();
      long cpu = cpuNanos();
      long begin = System.nanoTime();
      for (int i = 0; i < written.transfers(); i++) {
        data.clear();
        if (together) {
          file.writeAll(written.extent(i), data);
        } else {
          file.write(written.extent(i), data);
        }
      }
      file.sync();
      group.barrier();
      return new Times(0, System.nanoTime() - begin, cpuNanos() - cpu, "");
    }
  }

  private Times drain(String strategy) throws IOException {
    Settings settings =
        Settings.builder()
            .environment(System.getenv())
            .properties(System.getProperties())
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.STRATEGY, strategy)
            .build();
    try (TargetFile file = MpiTarget.open(group, target, TargetFile.Mode.CREATE, hints);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      BufferedArray array =
          buffer.define(Array.rowMajor("data", 0, 1, ByteOrder.BIG_ENDIAN, pattern.total()));
      group.barrier();
      final long begin = System.nanoTime();
      byte[] values = new byte[pattern.transfer()];
      Region region = new Region(1);
      for (int i = 0; i < pattern.transfers(); i++) {
        Arrays.fill(values, pattern.content(i));
        array.put(region.set(0, pattern.offset(i), values.length, 1), values);
      }
      group.barrier();
      final long cpu = cpuNanos();
      final long put = System.nanoTime();
      DrainReport report = buffer.drain();
      group.barrier();
      final long end = System.nanoTime();
      final long used = cpuNanos() - cpu;
      check(file);
      return new Times(put - begin, end - put, used, report.explain());
    }
  }

  /** Reads some of it back; a benchmark that writes something else is worth nothing. */
  private void check(TargetFile file) throws IOException {
    ByteBuffer found = ByteBuffer.allocateDirect(1);
    for (int i = 0; i < pattern.transfers(); i += 1 + pattern.transfers() / 16) {
      found.clear();
      file.read(pattern.offset(i) + pattern.transfer() - 1, found);
      if (found.get(0) != pattern.content(i)) {
        throw new IOException("transfer " + i + " of rank " + pattern.rank() + " is not there");
      }
    }
  }
}
