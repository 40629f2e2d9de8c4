package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.drain.files.Scheme;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several files that are flushed in one call. */
class FlushAllTest {
  private static final int FILES = 7;
  private static final int STEPS = 3;
  private static final int RANKS = 4;

  @TempDir Path directory;

  /** Whether the target of one file can be written. */
  private volatile boolean broken;

  private Settings.Builder settings(boolean on, Scheme scheme) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, on ? "on" : "off")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.DRAIN_STRIPE, "512")
        .set(Settings.DRAIN_SERVERS, "3")
        .set(Settings.DRAIN_FILES, scheme.name().toLowerCase(Locale.ROOT));
  }

  private final class BreakingTarget extends ForwardingTarget {
    BreakingTarget(TargetFile real) {
      super(real);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      if (broken) {
        throw new IOException("planned failure");
      }
      super.write(extents, data);
    }
  }

  private TargetSystem targets() {
    return (group, path, mode) -> {
      TargetFile real = PlainTarget.open(group, path, mode);
      return path.endsWith(path("on", 3).getFileName()) ? new BreakingTarget(real) : real;
    };
  }

  private Path path(String kind, int file) {
    return directory.resolve(kind + file + ".nc");
  }

  private static int width(int file) {
    return 32 * (file + 1);
  }

  /** Files of one rank, each with a record variable that is wider than that of the one before. */
  private final class Opened implements AutoCloseable {
    private final ProcessGroup group;
    private final List<NcFile> files = new ArrayList<>();

    Opened(ProcessGroup group, String kind, Settings settings) throws IOException {
      this.group = group;
      NcOptions options = NcOptions.defaults().group(group).settings(settings).target(targets());
      for (int i = 0; i < FILES; i++) {
        NcFile file = NcFile.create(path(kind, i), options);
        NcDimension time = file.defineUnlimited("time");
        NcDimension x = file.defineDimension("x", width(i));
        NcVariable values = file.defineVariable("v", NcType.INT, time, x);
        assertThat(values.name()).isEqualTo("v");
        file.endDefine();
        files.add(file);
      }
    }

    void put(int step) throws IOException {
      for (int i = 0; i < FILES; i++) {
        put(i, step);
      }
    }

    void put(int file, int step) throws IOException {
      int each = width(file) / group.size();
      int[] mine = new int[each];
      Arrays.fill(mine, 1000 * step + 10 * file + group.rank());
      files
          .get(file)
          .variable("v")
          .collective()
          .put(
              Region.of(new long[] {step, (long) each * group.rank()}, new long[] {1, each}), mine);
    }

    NcFile[] inAnyOrder() {
      List<NcFile> some = new ArrayList<>(files);
      Collections.shuffle(some, new Random(group.rank()));
      return some.toArray(new NcFile[0]);
    }

    @Override
    public void close() throws IOException {
      IOException first = null;
      for (int i = FILES - 1; i >= 0; i--) {
        try {
          files.get(i).close();
        } catch (IOException e) {
          first = first == null ? e : first;
        }
      }
      if (first != null) {
        throw first;
      }
    }
  }

  private interface Program {
    void run(Opened files) throws Exception;
  }

  private void run(String kind, Settings settings, Program program) throws Exception {
    ThreadedGroup.run(
        RANKS,
        2,
        group -> {
          try (Opened files = new Opened(group, kind, settings)) {
            program.run(files);
          }
        });
  }

  private static void steps(Opened files) throws IOException {
    for (int step = 0; step < STEPS; step++) {
      files.put(step);
      NcFile.flushAll(files.inAnyOrder());
    }
  }

  private void requireSameFiles() throws IOException {
    for (int i = 0; i < FILES; i++) {
      assertThat(Arrays.mismatch(bytes("on", i), bytes("off", i))).as("file " + i).isEqualTo(-1);
    }
  }

  private byte[] bytes(String kind, int file) throws IOException {
    return Files.readAllBytes(path(kind, file));
  }

  @Nested
  class WhenAllGoesWell {
    @ParameterizedTest
    @EnumSource
    void filesAreTheSameAsWithoutABurstBuffer(Scheme scheme) throws Exception {
      run("off", settings(false, scheme).build(), FlushAllTest::steps);
      run("on", settings(true, scheme).build(), FlushAllTest::steps);
      requireSameFiles();
    }

    @ParameterizedTest
    @EnumSource
    void theSameHoldsForDrainsInTheBackground(Scheme scheme) throws Exception {
      run("off", settings(false, scheme).build(), FlushAllTest::steps);
      run(
          "on",
          settings(true, scheme).set(Settings.DRAIN_MODE, "background").build(),
          FlushAllTest::steps);
      requireSameFiles();
    }

    @Test
    void whatIsFlushedIsInTheFilesAndExplained() throws Exception {
      run(
          "on",
          settings(true, Scheme.BPS).build(),
          files -> {
            files.put(0);
            NcFile.flushAll(files.inAnyOrder());
            files.group.barrier();
            for (int i = 0; i < FILES; i++) {
              assertThat(Files.size(path("on", i))).isGreaterThan(4L * width(i));
              assertThat(files.files.get(i).explain())
                  .contains("7 files were flushed together: bps in 4 lanes; predicted: ")
                  .contains("; took ");
            }
          });
    }

    @Test
    void noFileAndOneFileAndOneTwiceAreFlushedToo() throws Exception {
      run(
          "on",
          settings(true, Scheme.AUTO).build(),
          files -> {
            NcFile.flushAll();
            files.put(0);
            NcFile.flushAll(files.files.get(2));
            NcFile.flushAll(files.files.get(1), files.files.get(1));
            files.group.barrier();
            assertThat(Files.size(path("on", 1))).isGreaterThan(4L * width(1));
            NcFile.flushAll(files.inAnyOrder());
            NcFile.flushAll(files.inAnyOrder());
          });
    }
  }

  @Nested
  class WhenAFileFails {
    @ParameterizedTest
    @EnumSource
    void theOthersAreFlushedAndItIsFlushedLater(Scheme scheme) throws Exception {
      run("off", settings(false, scheme).build(), FlushAllTest::steps);
      run(
          "on",
          settings(true, scheme).build(),
          files -> {
            files.put(0);
            broken = true;
            files.group.barrier();
            assertThatThrownBy(() -> NcFile.flushAll(files.inAnyOrder()))
                .isInstanceOf(NcException.class)
                .hasMessageContaining("planned failure")
                .hasMessageContaining(path("on", 3).toString());
            files.group.barrier();
            for (int i = 0; i < FILES; i++) {
              assertThat(files.files.get(i).progress().pending() > 0).isEqualTo(i == 3);
            }
            broken = false;
            files.group.barrier();
            NcFile.flushAll(files.inAnyOrder());
            for (int step = 1; step < STEPS; step++) {
              files.put(step);
              NcFile.flushAll(files.inAnyOrder());
            }
          });
      requireSameFiles();
    }
  }

  @Nested
  class WhenRanksPart {
    /** The rank that did not come closes the last file first. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void allAreToldAndNothingThatWasPutIsLost(int early) throws Exception {
      run("off", settings(false, Scheme.BPS).build(), files -> files.put(0));
      ThreadedGroup.run(
          RANKS,
          2,
          group -> {
            Opened files = new Opened(group, "on", settings(true, Scheme.BPS).build());
            files.put(0);
            for (NcFile file : files.files) {
              // So that no put is under way which the others would wait for.
              file.syncRecords();
            }
            if (group.rank() != early) {
              assertThatThrownBy(() -> NcFile.flushAll(files.inAnyOrder()))
                  .isInstanceOf(NcException.class)
                  .hasMessageContaining("close")
                  .hasMessageContaining("flush all");
            }
            Throwable told = catchThrowable(files::close);
            if (told != null) {
              assertThat(told).isInstanceOf(NcException.class);
            }
          });
      requireSameFiles();
    }

    @Test
    void ranksThatNameDifferentFilesAreTold() throws Exception {
      run(
          "on",
          settings(true, Scheme.BPS).build(),
          files -> {
            files.put(0);
            List<NcFile> both = List.of(files.files.get(0), files.files.get(1));
            NcFile[] mine =
                files.group.rank() == 1 ? new NcFile[] {both.get(0)} : both.toArray(new NcFile[0]);
            assertThatThrownBy(() -> NcFile.flushAll(mine))
                .isInstanceOf(NcException.class)
                .hasMessageContaining("different files");
            Throwable next = catchThrowable(() -> files.files.get(1).flush());
            if (next != null) {
              // What the others have begun for the file that this rank did not name.
              assertThat(next).isInstanceOf(NcException.class);
              files.files.get(1).flush();
            }
            NcFile.flushAll(files.inAnyOrder());
          });
    }

    @Test
    void aFileInDefineModeIsRefused() throws Exception {
      run(
          "on",
          settings(true, Scheme.BPS).build(),
          files -> {
            files.files.get(0).redefine();
            assertThatThrownBy(() -> NcFile.flushAll(files.inAnyOrder()))
                .isInstanceOf(NcException.class)
                .satisfies(
                    e -> assertThat(((NcException) e).error()).isEqualTo(NcError.NC_EINDEFINE));
            files.files.get(0).endDefine();
          });
    }
  }
}
