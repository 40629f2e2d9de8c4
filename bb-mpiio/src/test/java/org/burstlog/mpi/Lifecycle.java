package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.buffer.Burstlog;
import org.burstlog.depot.Depot;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;

/** Programs about the start and the end of MPI, each of which needs a job of its own. */
final class Lifecycle {
  private Lifecycle() {}

  /** Runs the program named by the first argument; ends with an exception when it does not hold. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "application" -> startedByTheApplication();
      case "library" -> startedByTheLibrary();
      case "closing", "draining" -> endedMeanwhile(args[0].equals("closing"), Path.of(args[1]));
      case "ended" -> endedUnderAGroup();
      case "component" -> usesRomio(Boolean.parseBoolean(args[1]));
      case "departure" -> oneRankGoes();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void startedByTheApplication() throws Exception {
    MPI.InitThread(new String[0], MPI.THREAD_FUNNELED);
    try (MpiGroup world = MpiGroup.world();
        MpiGroup group = MpiGroup.of(MPI.COMM_WORLD)) {
      assertThat(group.size()).isEqualTo(world.size());
      assertThat(world.concurrent()).isEqualTo(MPI.queryThread() == MPI.THREAD_MULTIPLE);
    }
    assertThat(MPI.isFinalized()).isFalse();
    MPI.Finalize();
  }

  private static void startedByTheLibrary() throws Exception {
    MpiGroup world = MpiGroup.world();
    assertThat(world.concurrent()).isTrue();
    MpiGroup copy = world.duplicate();
    ProcessGroup other = copy.duplicate();
    world.close();
    assertThat(MPI.isFinalized()).isFalse();
    assertThat(copy.sum(1)).isEqualTo(copy.size());
    copy.close();
    other.close();
    assertThat(MPI.isFinalized()).isTrue();
    other.close();
    assertThat(copy.concurrent()).isFalse();
    assertThatThrownBy(MpiGroup::world)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("finalised");
  }

  private static void endedUnderAGroup() throws Exception {
    MPI.Init(new String[0]);
    MpiGroup group = MpiGroup.of(MPI.COMM_WORLD);
    MPI.Finalize();
    assertThatThrownBy(group::barrier)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("finalised");
    group.close();
  }

  /** The program ends MPI while a file is closed, or drained and never closed. */
  private static void endedMeanwhile(boolean closes, Path directory) throws Exception {
    MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
    MpiGroup group = MpiGroup.of(MPI.COMM_WORLD);
    Path path = directory.resolve("out.bin");
    Thread program = Thread.currentThread();
    TargetFile target =
        new HookedTarget(
            MpiTarget.open(group, path, Mode.CREATE, MpiHints.none()),
            () -> {
              while (program.getState() != Thread.State.WAITING && !isFinalized()) {
                Thread.onSpinWait();
              }
            });
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, directory.toString())
            .set(Settings.DRAIN_MODE, "background")
            .build();
    BurstBuffer buffer = BurstBuffer.open(target, group, settings);
    long size = group.size();
    BufferedArray array = buffer.define(Array.rowMajor("u", 0, 1, ByteOrder.BIG_ENDIAN, size));
    array.put(Region.of(new long[] {group.rank()}, new long[] {1}), new byte[] {7});
    if (closes) {
      Depot.ofProcess()
          .closings()
          .begin(
              path,
              () -> {
                buffer.close();
                target.close();
              });
    } else {
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
    }
    MPI.Finalize();
    byte[] expected = new byte[group.size()];
    Arrays.fill(expected, (byte) 7);
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    Burstlog.awaitDrained();
    buffer.awaitDrained();
  }

  private static boolean isFinalized() {
    try {
      return MPI.isFinalized();
    } catch (MPIException e) {
      throw new AssertionError(e);
    }
  }

  private static void usesRomio(boolean expected) throws Exception {
    Path path = Files.createTempFile("component", ".nc");
    try (MpiGroup group = MpiGroup.world();
        MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
      // A component is loaded by the first file that is opened, and a read opens it.
      target.size();
      assertThat(IoComponent.isRomio()).as(target.toString()).isEqualTo(expected);
    }
    Files.delete(path);
  }

  private static void oneRankGoes() throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      if (group.rank() == group.size() - 1) {
        Runtime.getRuntime().halt(3);
      }
      group.barrier();
    }
  }
}
