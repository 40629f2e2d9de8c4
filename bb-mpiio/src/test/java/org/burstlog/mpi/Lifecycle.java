package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile.Mode;

/** Programs about the start and the end of MPI, each of which needs a job of its own. */
final class Lifecycle {
  private Lifecycle() {}

  /** Runs the program named by the first argument; ends with an exception when it does not hold. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "application" -> startedByTheApplication();
      case "library" -> startedByTheLibrary();
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

  private static void usesRomio(boolean expected) throws Exception {
    Path path = Files.createTempFile("component", ".nc");
    try (MpiGroup group = MpiGroup.world();
        MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
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
