package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files whose writer never came back to say how many records there are. */
class StreamedFileTest {
  @TempDir Path directory;

  private Path streamed(CdfVersion version) throws IOException {
    Path path = directory.resolve("streamed.nc");
    try (NcFile file = NcFile.create(path, NcOptions.defaults().format(version))) {
      NcDimension time = file.defineUnlimited("time");
      NcVariable v = file.defineVariable("v", NcType.INT, time);
      NcVariable w = file.defineVariable("w", NcType.DOUBLE, time);
      file.endDefine();
      v.put(new int[] {1, 2, 3});
      w.put(new double[] {4, 5, 6});
    }
    byte[] unknown = new byte[version.countBytes()];
    Arrays.fill(unknown, (byte) -1);
    overwriteCount(path, unknown);
    return path;
  }

  private static void overwriteCount(Path path, byte[] count) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(count), 4);
    }
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  void haveAsManyRecordsAsTheirLengthSays(CdfVersion version) throws IOException {
    Path path = streamed(version);
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      assertThat(file.records()).isEqualTo(3);
      assertThat(file.variable("v").getInts()).containsExactly(1, 2, 3);
      file.sync();
      assertThat(file.records()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  void growLikeAnyOther(CdfVersion version) throws IOException {
    Path path = streamed(version);
    try (NcFile file = NcFile.open(path)) {
      file.variable("v").set(7, 4);
    }
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      assertThat(file.records()).isEqualTo(5);
      assertThat(file.variable("v").getInts()).containsExactly(1, 2, 3, 0, 7);
      assertThat(file.variable("w").getDoubles()).containsExactly(4, 5, 6, 0, 0);
    }
  }
}
