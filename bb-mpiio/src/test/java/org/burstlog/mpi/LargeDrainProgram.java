package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;

/** Drains gigabytes in every rank of a job, and looks at what that takes of memory. */
final class LargeDrainProgram {
  private static final int TRANSFER = 64 << 10;
  private static final long MIB = 1 << 20;

  private final MpiGroup group;
  private final Path target;
  private final Settings settings;

  private LargeDrainProgram(MpiGroup group, Path target, Settings settings) {
    this.group = group;
    this.target = target;
    this.settings = settings;
  }

  /**
   * Runs in every rank.
   *
   * @param args what to do, the target, the tier, MiB a rank, the strategy, MiB of a drain buffer
   */
  public static void main(String[] args) throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, args[2])
              .set(Settings.STRATEGY, args[4])
              .set(Settings.DRAIN_BUFFER, args[5] + "MiB")
              .build();
      LargeDrainProgram program = new LargeDrainProgram(group, Path.of(args[1]), settings);
      long bytes = Long.parseLong(args[3]) * MIB;
      switch (args[0]) {
        case "strided" -> program.strided(bytes, Long.parseLong(args[5]) * MIB);
        case "one-put" -> program.onePut(bytes);
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  /** All ranks take turns in one array, a transfer each. */
  private void strided(long bytes, long drainBuffer) throws IOException {
    long transfers = bytes / TRANSFER;
    AtomicLong most = new AtomicLong();
    TargetFile real = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
    try (TargetFile file =
            new HookedTarget(real, () -> most.accumulateAndGet(anonymous(), Math::max));
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      long total = bytes * group.size();
      BufferedArray array = buffer.define(Array.rowMajor("u", 0, 1, ByteOrder.BIG_ENDIAN, total));
      byte[] values = new byte[TRANSFER];
      Region region = new Region(1);
      for (long i = 0; i < transfers; i++) {
        long number = i * group.size() + group.rank();
        Arrays.fill(values, content(number));
        array.put(region.set(0, number * TRANSFER, TRANSFER, 1), values);
      }
      assertThat(buffer.pendingBytes()).isGreaterThanOrEqualTo(bytes);
      final long before = anonymous();
      buffer.drain();
      long grown = Math.max(most.get(), anonymous()) - before;
      assertThat(grown).as("bytes").isLessThanOrEqualTo(2 * drainBuffer + 32 * MIB);
      say("grew by " + grown / MIB + " MiB");
    }
    requireContent(transfers * group.size());
  }

  private static byte content(long number) {
    return (byte) (number * 7 + number / 251 + 1);
  }

  /** Each rank looks at a part of it: both ends of each transfer and a byte between. */
  private void requireContent(long transfers) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    try (FileChannel file = FileChannel.open(target)) {
      assertThat(file.size()).isEqualTo(transfers * TRANSFER);
      for (long i = group.rank(); i < transfers; i += group.size()) {
        for (int at : new int[] {0, (int) (i * 4099 % TRANSFER), TRANSFER - 1}) {
          assertThat(file.read(one.clear(), i * TRANSFER + at)).isOne();
          if (one.get(0) != content(i)) {
            throw new AssertionError("transfer " + i + " at " + at + ": " + one.get(0));
          }
        }
      }
    }
    group.barrier();
  }

  /** One record longer than an int can count. */
  private void onePut(long bytes) throws IOException {
    int count = (int) (bytes / Long.BYTES);
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = i * 0x9E3779B97F4A7C15L;
    }
    try (TargetFile file = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      BufferedArray array = buffer.define(Array.rowMajor("u", 0, 8, ByteOrder.BIG_ENDIAN, count));
      array.put(Region.of(new long[] {0}, new long[] {count}), values);
      assertThat(buffer.pendingBytes()).isGreaterThanOrEqualTo(bytes);
      buffer.drain();
    }
    ByteBuffer some = ByteBuffer.allocate(1 << 16);
    try (FileChannel file = FileChannel.open(target)) {
      assertThat(file.size()).isEqualTo(bytes);
      for (int i = 0; i < count; ) {
        assertThat(file.read(some.clear())).isPositive();
        some.flip();
        assertThat(some.limit() % Long.BYTES).isZero();
        for (; some.hasRemaining(); i++) {
          if (some.getLong() != values[i]) {
            throw new AssertionError("element " + i);
          }
        }
      }
    }
  }

  /** Memory of this process that is neither a file nor shared. */
  private static long anonymous() throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.US_ASCII).stream()
            .filter(l -> l.startsWith("RssAnon:"))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
  }

  private void say(String what) throws IOException {
    byte[] text = ("rank " + group.rank() + " " + what + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel out = FileChannel.open(Path.of("/dev/stdout"), StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(text));
    }
  }
}
