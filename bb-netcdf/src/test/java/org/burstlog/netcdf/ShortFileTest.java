package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file whose last values were never put is as long as its header says before its logs go. */
class ShortFileTest {
  private static final int COLUMNS = 50;

  @TempDir Path directory;
  private Path tier;
  private Path path;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out.nc");
  }

  private NcOptions options() throws IOException {
    Settings settings =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString()).build();
    return NcOptions.defaults().settings(settings);
  }

  private NcFile write(NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", COLUMNS);
    NcVariable v = file.defineVariable("v", NcType.INT, time, x);
    file.endDefine();
    v.put(Region.of(new long[] {2, 0}, new long[] {1, 10}), new int[10]);
    return file;
  }

  private List<TierSession> sessions() throws IOException {
    try (ProcessGroup group = new SoloGroup()) {
      return SessionFinder.find(group, new LocalStorage(), List.of(tier));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theLogsStayUntilItIsLongEnough(int ranks) throws Exception {
    write(options()).close();
    byte[] whole = Files.readAllBytes(path);
    FickleTarget.Targets targets = new FickleTarget.Targets();
    targets.badByte.set(whole.length - 1);
    ThreadedGroup.run(
        ranks,
        group -> {
          NcFile file = write(options().group(group).target(targets));
          assertThatThrownBy(file::close).hasMessageContaining("lengthening");
        });
    assertThat(Files.size(path)).isLessThan(whole.length);
    assertThat(sessions())
        .singleElement()
        .satisfies(session -> assertThat(session.state()).isEqualTo(SessionState.ORPHANED));
    NcFile.open(path, options()).close();
    assertThat(Files.readAllBytes(path)).isEqualTo(whole);
    assertThat(sessions()).isEmpty();
  }
}
