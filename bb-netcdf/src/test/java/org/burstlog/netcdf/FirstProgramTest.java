package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in the documentation of {@link NcFile}, word for word but for the path. */
class FirstProgramTest {
  @TempDir Path directory;

  @Test
  void fitsOnAScreen() throws Exception {
    Path path = directory.resolve("weather.nc");
    try (NcFile file = NcFile.create(path)) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension station = file.defineDimension("station", 3);
      NcVariable temperature = file.defineVariable("temperature", NcType.DOUBLE, time, station);
      temperature.attributes().put("units", "K");
      file.endDefine();

      Region firstRecord = Region.of(new long[] {0, 0}, new long[] {1, 3});
      temperature.put(firstRecord, new double[] {281.5, 279.25, 284});
    }
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      NcVariable temperature = file.variable("temperature");
      assertThat(temperature.shape()).containsExactly(1, 3);
      assertThat(temperature.attributes().getText("units")).isEqualTo("K");
      assertThat(temperature.getDoubles()).containsExactly(281.5, 279.25, 284);
    }
  }
}
