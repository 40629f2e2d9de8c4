package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.array.Region;
import org.burstlog.group.GroupException;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file lets go of everything it has when its processes cannot reach each other any more. */
class LostGroupTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir Path directory;

  private NcOptions options(String... keysAndValues) throws IOException {
    Settings.Builder settings = Settings.builder().set(Settings.TIER, directory.toString());
    return NcOptions.defaults().settings(NamedSettings.set(settings, keysAndValues).build());
  }

  private Path path() {
    return directory.resolve("lost.nc");
  }

  /** What of the directory this process has open. */
  private List<Path> open() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      for (Path each : all.toList()) {
        if (Files.isSymbolicLink(each)) {
          found.add(target(each));
        }
      }
    }
    // Directories of the tier stay open for the next file.
    return found.stream()
        .filter(file -> file.startsWith(directory) && !Files.isDirectory(file))
        .toList();
  }

  /** Descriptors come and go. */
  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return Path.of("/gone");
    }
  }

  private void loseAfterPuts(NcOptions options, boolean together) throws Exception {
    ThreadedGroup.run(
        2,
        group -> {
          NcFile file = NcFile.create(path(), options.group(group));
          NcVariable v = file.defineVariable("v", NcType.INT, file.defineDimension("x", 2));
          file.endDefine();
          Region own = Region.of(new long[] {group.rank()}, new long[] {1});
          int[] values = {5 + group.rank()};
          if (together) {
            v.collective().put(own, values);
          } else {
            v.put(own, values);
          }
          group.barrier();
          if (group.rank() == 1) {
            ((ThreadedGroup) group).fail(new IllegalStateException("struck by lightning"));
          }
          assertThatThrownBy(file::close)
              .isInstanceOf(GroupException.class)
              .hasMessageContaining("rank 1 of 2");
          file.close();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutABurstBufferTheTargetIsClosedAndHasWhatWasPut(boolean together) throws Exception {
    assumeThat(DESCRIPTORS).isDirectory();
    loseAfterPuts(options("", "off"), together);
    assertThat(open()).isEmpty();
    try (NcFile file = NcFile.open(path(), NcOptions.defaults().readOnly())) {
      assertThat(file.variable("v").getInts()).containsExactly(5, 6);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "node"})
  void withABurstBufferTheLogsAreClosedTooAndLeftForARestart(String layout) throws Exception {
    assumeThat(DESCRIPTORS).isDirectory();
    NcOptions options = options("", "on", "log.layout", layout);
    loseAfterPuts(options, layout.equals("process"));
    assertThat(open()).isEmpty();
    try (NcFile file = NcFile.open(path(), options)) {
      assertThat(file.variable("v").getInts()).containsExactly(5, 6);
    }
  }

  @Test
  void aFileThatWasNeverDefinedIsClosedToo() throws Exception {
    assumeThat(DESCRIPTORS).isDirectory();
    NcOptions options = options("", "off");
    ThreadedGroup.run(
        2,
        group -> {
          NcFile file = NcFile.create(path(), options.group(group));
          group.barrier();
          if (group.rank() == 1) {
            ((ThreadedGroup) group).fail(new IllegalStateException("struck by lightning"));
          }
          assertThatThrownBy(file::abort).isInstanceOf(GroupException.class);
        });
    assertThat(open()).isEmpty();
  }
}
