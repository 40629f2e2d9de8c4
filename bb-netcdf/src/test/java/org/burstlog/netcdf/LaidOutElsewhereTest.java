package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose definitions come from a header that was laid out by somebody else. */
class LaidOutElsewhereTest {
  @TempDir Path directory;
  private Path model;

  @BeforeEach
  void aFileWithGaps() throws IOException {
    model = directory.resolve("model.nc");
    try (NcFile file = NcFile.create(model, NcOptions.defaults().format(CdfVersion.CDF2))) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension x = file.defineDimension("x", 5);
      file.attributes().put("title", "gaps");
      file.defineVariable("fixed", NcType.SHORT, x);
      NcVariable filled = file.defineVariable("filled", NcType.INT, x);
      filled.attributes().put("_FillValue", 7);
      file.defineVariable("records", NcType.DOUBLE, time, x);
      file.endDefine(new LayoutSettings(4, 64, 512, 300, 0));
      write(file);
    }
  }

  private static void write(NcFile file) throws IOException {
    file.variable("fixed").put(new short[] {1, 2, 3, 4, 5});
    file.variable("filled").put(new int[] {1, 2, 3, 4, 5});
    double[] values = new double[10];
    Arrays.setAll(values, i -> i);
    file.variable("records").put(Region.of(new long[] {1, 0}, new long[] {2, 5}), values);
  }

  private Layout layout() throws IOException {
    try (FileChannel channel = FileChannel.open(model)) {
      return HeaderCodec.decode(channel::read).layout();
    }
  }

  private NcOptions options(boolean buffered) throws IOException {
    NcOptions options = NcOptions.defaults().format(CdfVersion.CDF2);
    if (!buffered) {
      return options;
    }
    Path tier = Files.createDirectory(directory.resolve("tier"));
    return options.settings(
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString()).build());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSameFileComesOfIt(boolean buffered) throws Exception {
    Path path = directory.resolve("copy.nc");
    try (NcFile file = NcFile.create(path, options(buffered))) {
      file.endDefine(layout());
      assertThat(file.isDefining()).isFalse();
      assertThat(file.dimensions()).hasSize(2);
      write(file);
    }
    assertThat(path).hasSameBinaryContentAs(model);
  }

  @Test
  void processesTakeItTogether() throws Exception {
    Path path = directory.resolve("copy.nc");
    Layout layout = layout();
    ThreadedGroup.run(
        3,
        group -> {
          NcOptions options = NcOptions.defaults().format(CdfVersion.CDF2).group(group);
          try (NcFile file = NcFile.create(path, options)) {
            file.endDefine(layout);
            if (group.rank() == 1) {
              write(file);
            }
          }
        });
    assertThat(path).hasSameBinaryContentAs(model);
  }

  @Nested
  class IsRefused {
    private void refused(NcFile file, Layout layout) {
      assertThatThrownBy(() -> file.endDefine(layout))
          .isInstanceOfSatisfying(
              NcException.class, e -> assertThat(e.error()).isEqualTo(NcError.NC_EINVAL))
          .hasMessageContaining("define nothing");
    }

    @Test
    void whereSomethingIsDefined() throws Exception {
      Path path = directory.resolve("copy.nc");
      try (NcFile file = NcFile.create(path, options(false))) {
        file.defineDimension("own", 4);
        refused(file, layout());
        file.endDefine();
        assertThat(file.dimensions()).hasSize(1);
      }
    }

    @Test
    void inAnotherFormat() throws Exception {
      try (NcFile file = NcFile.create(directory.resolve("copy.nc"))) {
        refused(file, layout());
      }
    }

    @Test
    void whenDefinitionsBeganAgain() throws Exception {
      try (NcFile file = NcFile.open(model)) {
        file.redefine();
        refused(file, layout());
        file.abort();
      }
    }
  }
}
