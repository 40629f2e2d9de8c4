package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import mpi.MPI;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.RandomProgram;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;

/** Drains in the background where the program has started MPI for one thread. */
final class FunneledProgram {
  private static final int ELEMENTS = 1 << 16;
  private static final int PIECE = 1 << 10;

  private final MpiGroup group;
  private final Path path;
  private final Path tier;

  /** Whether only MPI-IO writes the target. */
  private final boolean oneWay;

  private FunneledProgram(MpiGroup group, Path path, Path tier, boolean oneWay) {
    this.group = group;
    this.path = path;
    this.tier = tier;
    this.oneWay = oneWay;
  }

  /**
   * Runs in every rank.
   *
   * @param args what to do, the target, the tier, whether only MPI-IO writes the target, and more
   */
  public static void main(String[] args) throws Exception {
    MPI.InitThread(new String[0], MPI.THREAD_FUNNELED);
    try (MpiGroup group = MpiGroup.of(MPI.COMM_WORLD)) {
      assertThat(group.concurrent()).isFalse();
      FunneledProgram program =
          new FunneledProgram(
              group, Path.of(args[1]), Path.of(args[2]), Boolean.parseBoolean(args[3]));
      switch (args[0]) {
        case "random" -> program.random(Long.parseLong(args[4]), Integer.parseInt(args[5]));
        case "silent" -> program.silent();
        case "served" -> program.isServed();
        case "failure" -> program.fails();
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
    MPI.Finalize();
  }

  private TargetFile open(HookedTarget.Hook beforeWrite) throws IOException {
    MpiTarget real = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none());
    return oneWay ? new HookedTarget(real, beforeWrite) : real;
  }

  private Settings.Builder settings() {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "16KiB")
        .set(Settings.DRAIN_MODE, "background");
  }

  private void requireExplained(BurstBuffer buffer) {
    assertThat(buffer.explain())
        .contains("inside the program's calls")
        .contains("OMPI_MPI_THREAD_LEVEL=3");
    assertThat(buffer.explain().contains("in a thread, which")).isEqualTo(!oneWay);
  }

  private void random(long seed, int programs) throws IOException {
    for (int i = 0; i < programs; i++) {
      for (String strategy : List.of("independent", "exchange", "auto")) {
        for (String layout : List.of("process", "node")) {
          random(seed + i, strategy, layout);
        }
      }
    }
  }

  private void random(long seed, String strategy, String layout) throws IOException {
    RandomProgram program = new RandomProgram(seed, group.size(), 12);
    SplittableRandom all = new SplittableRandom(seed);
    SplittableRandom own = new SplittableRandom(seed + group.rank());
    Settings settings =
        settings()
            .set(Settings.LAYOUT, layout)
            .set(Settings.STRATEGY, strategy)
            .set(Settings.DRAIN_EPOCHS, "" + (1 + all.nextInt(2)))
            .set(Settings.DRAIN_BUFFER, "16KiB")
            .set(Settings.DRAIN_EXTENTS, "100")
            .set(Settings.DRAIN_STRIPE, "4096")
            .set(Settings.DRAIN_SERVERS, "3")
            .build();
    try (TargetFile target = open(() -> {});
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      List<BufferedArray> arrays = program.define(buffer);
      for (int epoch = 0; epoch < program.epochs(); epoch++) {
        program.put(arrays, epoch, group.rank());
        // What the program does itself goes on between the collective calls of drains.
        assertThat(group.sum(1)).isEqualTo(group.size());
        assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
        requireExplained(buffer);
        boolean draining = true;
        for (int i = own.nextInt(20); i > 0 && draining; i--) {
          draining = buffer.isDraining();
        }
      }
    }
    if (group.rank() == 0) {
      assertThat(Arrays.mismatch(Files.readAllBytes(path), program.expected()))
          .as(() -> "first difference, " + strategy + ", a log per " + layout + ", " + program)
          .isEqualTo(-1);
    }
    group.barrier();
  }

  private BufferedArray define(BurstBuffer buffer, String name, long offset) throws IOException {
    return buffer.define(
        Array.rowMajor(name, offset, Long.BYTES, ByteOrder.nativeOrder(), ELEMENTS));
  }

  private void put(BufferedArray array, long value) throws IOException {
    long[] values = new long[PIECE];
    Arrays.fill(values, value);
    array.put(Region.of(new long[] {(long) group.rank() * PIECE}, new long[] {PIECE}), values);
  }

  /** All but one wait for that one by MPI alone, and it fills its log meanwhile. */
  private void silent() throws Exception {
    Settings settings = settings().set(Settings.CAPACITY, "2MiB").build();
    try (TargetFile target = open(() -> {});
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      BufferedArray first = define(buffer, "u", 0);
      BufferedArray second = define(buffer, "v", (long) ELEMENTS * Long.BYTES);
      put(first, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      int[] computed = new int[1];
      if (group.rank() > 0) {
        MPI.COMM_WORLD.recv(computed, 1, MPI.INT, 0, 1);
      } else {
        for (int i = 1; i <= 300; i++) {
          put(second, i);
          assertThat(buffer.isDraining()).isTrue();
        }
        assertThat(buffer.statistics().get(Counter.FULL_EVENTS)).isPositive();
        for (int r = 1; r < group.size(); r++) {
          MPI.COMM_WORLD.send(computed, 1, MPI.INT, r, 1);
        }
      }
      buffer.awaitDrained();
      assertThat(buffer.statistics().get(Counter.SLICE_NANOS)).isNotNegative();
    }
    if (group.rank() == 0) {
      LongBuffer values =
          ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.nativeOrder()).asLongBuffer();
      assertThat(values.get(group.size() * PIECE - 1)).isEqualTo(1);
      assertThat(values.get(ELEMENTS)).isEqualTo(300);
    }
  }

  /** One waits for what it has handed over, the others for that one in their next call. */
  private void isServed() throws IOException {
    try (TargetFile target = open(() -> {});
        BurstBuffer buffer = BurstBuffer.open(target, group, settings().build())) {
      BufferedArray array = define(buffer, "u", 0);
      for (int round = 1; round <= 5; round++) {
        put(array, round);
        assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
        if (group.rank() == round % group.size()) {
          buffer.awaitDrained();
        }
        assertThat(buffer.drain().records()).isZero();
      }
    }
  }

  /** A write of one rank fails once. */
  private void fails() throws IOException {
    boolean[] failed = new boolean[1];
    HookedTarget.Hook hook =
        () -> {
          if (group.rank() == 1 && !failed[0]) {
            failed[0] = true;
            throw new IOException("planned failure");
          }
        };
    try (TargetFile target = open(hook);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings().build())) {
      BufferedArray array = define(buffer, "u", 0);
      put(array, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 2);
      assertThatThrownBy(buffer::awaitDrained)
          .hasCauseInstanceOf(DrainFailedException.class)
          .hasMessageContaining("rank 1")
          .hasMessageContaining("planned failure");
      assertThat(buffer.drain().records()).isEqualTo(1);
    }
    if (group.rank() == 0) {
      assertThat(Files.readAllBytes(path)).hasSize(group.size() * PIECE * Long.BYTES);
    }
  }
}
