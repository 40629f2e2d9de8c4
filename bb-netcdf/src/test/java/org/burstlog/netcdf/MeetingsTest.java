package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.group.WatchedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often the processes of a file wait for each other, where the target is a plain file. */
class MeetingsTest {
  private static final int RANKS = 4;
  private static final int EACH = 16;

  @TempDir Path directory;

  private Path path;
  private Settings settings;

  @BeforeEach
  void choose() throws IOException {
    path = directory.resolve("file.nc");
    settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, Files.createDirectory(directory.resolve("tier")).toString())
            .build();
  }

  /** What one process does in the middle of a program. */
  private interface Step {
    void run() throws IOException;
  }

  /** A process whose meetings are counted. */
  private static final class Member {
    final ProcessGroup group;
    private final WatchedGroup watched;
    private final AtomicInteger most;

    Member(ProcessGroup real, AtomicInteger most) {
      this.watched = new WatchedGroup(real);
      this.group = watched;
      this.most = most;
    }

    void count(Step step) throws IOException {
      watched.countAnew();
      step.run();
      most.accumulateAndGet(watched.meetings(), Math::max);
    }
  }

  private interface Program {
    void run(Member process) throws IOException;
  }

  /** Runs a program; returns the meetings of the process that counted most. */
  private static int meetings(Program program) throws Exception {
    AtomicInteger most = new AtomicInteger();
    ThreadedGroup.run(RANKS, group -> program.run(new Member(group, most)));
    return most.get();
  }

  private NcFile create(ProcessGroup group) throws IOException {
    return NcFile.create(path, NcOptions.defaults().group(group).settings(settings));
  }

  private NcFile open(ProcessGroup group) throws IOException {
    return NcFile.open(path, NcOptions.defaults().group(group).settings(settings));
  }

  private static NcVariable define(NcFile file) throws IOException {
    NcDimension x = file.defineDimension("x", RANKS * EACH);
    NcVariable variable = file.defineVariable("v", NcType.INT, x);
    file.endDefine();
    return variable;
  }

  private static void put(NcVariable variable, int rank) throws IOException {
    Region mine = Region.of(new long[] {(long) rank * EACH}, new long[] {EACH});
    variable.put(mine, new int[EACH]);
  }

  /** A file as an earlier program has left it. */
  private void leaveAFile() throws Exception {
    ThreadedGroup.run(
        RANKS,
        group -> {
          try (NcFile file = create(group)) {
            put(define(file), group.rank());
          }
        });
  }

  @Nested
  class Opening {
    @Test
    void toCreateAFile() throws Exception {
      NcFile[] files = new NcFile[RANKS];
      int met =
          meetings(
              p -> {
                int rank = p.group.rank();
                p.count(() -> files[rank] = create(p.group));
                files[rank].close();
              });
      assertThat(met).isLessThanOrEqualTo(3);
    }

    @Test
    void toCreateAFileWhoseLogsNodesKeepOnOneTier() throws Exception {
      AtomicInteger most = new AtomicInteger();
      ThreadedGroup.run(
          RANKS,
          2,
          group -> {
            Member process = new Member(group, most);
            NcFile[] file = new NcFile[1];
            process.count(() -> file[0] = create(process.group));
            assertThat(file[0].explain()).contains("each node has a log");
            file[0].close();
          });
      assertThat(most.get()).isLessThanOrEqualTo(4);
    }

    @Test
    void toMakeAFileAnew() throws Exception {
      leaveAFile();
      NcFile[] files = new NcFile[RANKS];
      int met =
          meetings(
              p -> {
                int rank = p.group.rank();
                p.count(() -> files[rank] = create(p.group));
                files[rank].close();
              });
      assertThat(met).isLessThanOrEqualTo(4);
    }

    @Test
    void toOpenAFileForUpdate() throws Exception {
      leaveAFile();
      NcFile[] files = new NcFile[RANKS];
      int met =
          meetings(
              p -> {
                int rank = p.group.rank();
                p.count(() -> files[rank] = open(p.group));
                files[rank].close();
              });
      assertThat(met).isLessThanOrEqualTo(4);
    }
  }

  @Nested
  class Closing {
    @Test
    void whenNothingWasPut() throws Exception {
      int met =
          meetings(
              p -> {
                NcFile file = create(p.group);
                define(file);
                p.count(file::close);
              });
      assertThat(met).isLessThanOrEqualTo(3);
    }

    @Test
    void behindASync() throws Exception {
      int met =
          meetings(
              p -> {
                NcFile file = create(p.group);
                put(define(file), p.group.rank());
                file.sync();
                p.count(file::close);
              });
      assertThat(met).isLessThanOrEqualTo(2);
    }

    @Test
    void withPutsPending() throws Exception {
      int met =
          meetings(
              p -> {
                NcFile file = create(p.group);
                put(define(file), p.group.rank());
                p.count(file::close);
              });
      assertThat(met).isLessThanOrEqualTo(6);
    }
  }

  @Nested
  class Flushing {
    @Test
    void whenNothingWasPut() throws Exception {
      int met =
          meetings(
              p -> {
                NcFile file = create(p.group);
                define(file);
                p.count(file::flush);
                file.close();
              });
      assertThat(met).isLessThanOrEqualTo(1);
    }

    @Test
    void withPutsPending() throws Exception {
      int met =
          meetings(
              p -> {
                NcFile file = create(p.group);
                put(define(file), p.group.rank());
                p.count(file::flush);
                file.close();
              });
      assertThat(met).isLessThanOrEqualTo(5);
    }
  }
}
