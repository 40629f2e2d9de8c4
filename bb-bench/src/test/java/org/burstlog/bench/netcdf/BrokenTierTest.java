package org.burstlog.bench.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.mpi.testing.EmulatedFiles;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tier whose device fails. */
class BrokenTierTest {
  @TempDir Path directory;

  private static NcOptions options(Path tier) throws IOException {
    return NcOptions.defaults()
        .settings(
            Settings.builder()
                .set(Settings.SWITCH, "on")
                .set(Settings.TIER, tier.toString())
                .build());
  }

  @Test
  void creatingAFileNamesTheFailureAndLeavesTheOldOne() throws Exception {
    Path path = Files.writeString(directory.resolve("out.nc"), "old");
    try (EmulatedFiles tier = EmulatedFiles.mount()) {
      tier.set("eio_after_writes=0");
      NcOptions options = options(tier.directory());
      NcException told =
          catchThrowableOfType(NcException.class, () -> NcFile.create(path, options).close());
      assertThat(told.error()).isEqualTo(NcError.NC_EFILE);
      assertThat(told)
          .hasMessageContaining(tier.directory() + "/burstlog-")
          .hasMessageContaining("Input/output error")
          .hasMessageContaining("BURSTLOG_TIER")
          .hasMessageNotContaining("\n");
      assertThat(path).hasContent("old");

      tier.set("eio_after_writes=off");
      try (NcFile file = NcFile.create(path, options)) {
        NcVariable v = file.defineVariable("v", NcType.INT, file.defineDimension("x", 3));
        file.endDefine();
        v.put(new int[] {1, 2, 3});
        assertThat(v.getInts()).containsExactly(1, 2, 3);
      }
    }
  }
}
