package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who uses a file catches one kind of exception, wherever the error comes from. */
class ThrownTest {
  @TempDir Path directory;
  private final FickleTarget.Targets targets = new FickleTarget.Targets();

  private static NcException thrown(NcError error, ThrowingCallable call) {
    NcException told = catchThrowableOfType(NcException.class, call);
    assertThat(told.error()).isEqualTo(error);
    return told;
  }

  private NcOptions buffered(Path tier) throws IOException {
    return NcOptions.defaults()
        .target(targets)
        .settings(
            Settings.builder()
                .set(Settings.SWITCH, "on")
                .set(Settings.TIER, tier.toString())
                .build());
  }

  private NcFile create(NcOptions options) throws IOException {
    NcFile file = NcFile.create(directory.resolve("file.nc"), options);
    NcDimension y = file.defineDimension("y", 10);
    file.defineVariable("v", NcType.INT, y, file.defineDimension("x", 10));
    file.endDefine();
    return file;
  }

  @Test
  void aBurstBufferThatCannotBeOpened() throws IOException {
    Path tier = Files.createFile(directory.resolve("no-directory"));
    NcException told = thrown(NcError.NC_EINVAL, () -> create(buffered(tier)));
    assertThat(told).hasCauseInstanceOf(BurstlogException.class);
    assertThat(told).hasMessageContaining(tier.toString());
  }

  @Test
  void aDrainThatFails() throws IOException {
    NcFile file = create(buffered(directory));
    file.variable("v").set(1, 0, 0);
    targets.broken.set(true);
    NcException told = thrown(NcError.NC_EWRITE, file::sync);
    assertThat(told).hasCauseInstanceOf(DrainFailedException.class);
    assertThat(told).hasMessageContaining("the target is broken");
    targets.broken.set(false);
    file.close();
  }

  @Test
  void aFileThatCannotBeWrittenOrRead() throws IOException {
    try (NcFile file = create(NcOptions.defaults().target(targets))) {
      NcVariable v = file.variable("v");
      v.put(new int[100]);
      file.flush();
      targets.badByte.set(v.offset() + 3);
      Region column = Region.of(new long[] {0, 0}, new long[] {10, 1});
      NcException put = thrown(NcError.NC_EWRITE, () -> v.put(column, new int[10]));
      assertThat(put.variableName()).isEqualTo("v");
      assertThat(put).hasMessageContaining("is bad").hasCauseInstanceOf(IOException.class);
      NcException get = thrown(NcError.NC_EREAD, () -> v.get(column, new int[10]));
      assertThat(get.variableName()).isEqualTo("v");
      thrown(NcError.NC_EWRITE, () -> v.collective().put(column, new int[10]));
      thrown(NcError.NC_EREAD, () -> v.collective().get(column, new int[10]));
      targets.badByte.set(-1);
    }
  }

  @Test
  void aTargetThatCannotBeOpened() {
    NcException told =
        thrown(NcError.NC_EOFILE, () -> NcFile.create(directory.resolve("nowhere/file.nc")));
    assertThat(told).hasCauseInstanceOf(BurstlogException.class);
  }
}
