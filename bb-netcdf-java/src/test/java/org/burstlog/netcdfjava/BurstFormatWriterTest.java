package org.burstlog.netcdfjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import ucar.ma2.Array;
import ucar.ma2.DataType;
import ucar.ma2.InvalidRangeException;
import ucar.nc2.Attribute;
import ucar.nc2.Dimension;
import ucar.nc2.NetcdfFile;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Variable;

class BurstFormatWriterTest {
  @TempDir Path directory;

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private Settings buffered() throws IOException {
    Path tier = directory.resolve("tier");
    Files.createDirectories(tier);
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .build();
  }

  private static Array count(DataType type, int first, int... shape) {
    Array values = Array.factory(type, shape);
    for (int i = 0; i < values.getSize(); i++) {
      values.setInt(i, type == DataType.CHAR ? 'a' + (first + i) % 26 : first + i);
    }
    return values;
  }

  private static void weather(BurstFormatWriter.Builder builder) {
    builder.addUnlimitedDimension("time");
    Dimension lat = builder.addDimension("lat", 3);
    Dimension lon = builder.addDimension("lon", 5);
    Dimension name = builder.addDimension("name", 10);
    builder.addAttribute(new Attribute("title", "weather"));
    builder.addAttribute(new Attribute("numbers", Array.factory(new short[] {1, 2, 3})));
    builder.addAttribute(new Attribute("version", 1.5));
    builder
        .addVariable("T", DataType.DOUBLE, "time lat lon")
        .addAttribute(new Attribute("units", "K"))
        .addAttribute(new Attribute("_FillValue", -99.0));
    builder.addVariable("flag", DataType.BYTE, "time lon");
    builder.addVariable("area", DataType.FLOAT, List.of(lat, lon));
    builder.addVariable("station", DataType.CHAR, List.of(lat, name));
    builder.addVariable("scalar", DataType.INT, "");
  }

  /** The same definitions. */
  private static NetcdfFileWriter weather(String path) throws IOException {
    NetcdfFileWriter writer = NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, path);
    writer.addUnlimitedDimension("time");
    Dimension lat = writer.addDimension(null, "lat", 3);
    Dimension lon = writer.addDimension(null, "lon", 5);
    Dimension name = writer.addDimension(null, "name", 10);
    writer.addGroupAttribute(null, new Attribute("title", "weather"));
    writer.addGroupAttribute(null, new Attribute("numbers", Array.factory(new short[] {1, 2, 3})));
    writer.addGroupAttribute(null, new Attribute("version", 1.5));
    Variable t = writer.addVariable(null, "T", DataType.DOUBLE, "time lat lon");
    writer.addVariableAttribute(t, new Attribute("units", "K"));
    writer.addVariableAttribute(t, new Attribute("_FillValue", -99.0));
    writer.addVariable(null, "flag", DataType.BYTE, "time lon");
    writer.addVariable(null, "area", DataType.FLOAT, List.of(lat, lon));
    writer.addVariable(null, "station", DataType.CHAR, List.of(lat, name));
    writer.addVariable(null, "scalar", DataType.INT, "");
    return writer;
  }

  @Nested
  class BesideNetcdfJava {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFileIsTheSameToTheByte(boolean fill) throws Exception {
      Array names = Array.factory(String.class, new int[] {2}, new String[] {"Emden", "Leer"});
      NetcdfFileWriter theirs = weather(path("theirs.nc"));
      theirs.setFill(fill);
      theirs.create();
      BurstFormatWriter.Builder builder = BurstFormatWriter.createNewNetcdf3(path("ours.nc"));
      weather(builder);
      builder.setFill(fill).setSettings(buffered());
      try (BurstFormatWriter ours = builder.build()) {
        for (int record = 0; record < 5; record++) {
          int[] origin = {record, 0, 0};
          Array values = count(DataType.DOUBLE, record, 1, 3, 5);
          ours.write("T", origin, values);
          theirs.write(theirs.findVariable("T"), origin, values);
        }
        NcVariable flag = ours.findVariable("flag");
        assertThat(flag).isNotNull();
        ours.write(flag, new int[] {2, 1}, count(DataType.BYTE, 1, 1, 3));
        theirs.write(theirs.findVariable("flag"), new int[] {2, 1}, count(DataType.BYTE, 1, 1, 3));
        NcVariable station = ours.findVariable("station");
        assertThat(station).isNotNull();
        ours.writeStringDataToChar(station, new int[] {1}, names);
        theirs.writeStringData(theirs.findVariable("station"), new int[] {1}, names);
        ours.flush();
        ours.write("scalar", count(DataType.INT, 7));
        theirs.write(theirs.findVariable("scalar"), count(DataType.INT, 7));
        assertThat(ours.file().statistics()).isPresent();
      }
      theirs.close();
      assertThat(Path.of(path("ours.nc"))).hasSameBinaryContentAs(Path.of(path("theirs.nc")));
    }

    @Test
    void anOpenedFileIsWrittenTheSameWay() throws Exception {
      for (String name : List.of("ours.nc", "theirs.nc")) {
        try (BurstFormatWriter writer = weatherOf(name)) {
          writer.write("T", count(DataType.DOUBLE, 1, 2, 3, 5));
        }
      }
      NetcdfFileWriter theirs = NetcdfFileWriter.openExisting(path("theirs.nc"));
      try (BurstFormatWriter ours =
          BurstFormatWriter.openExisting(path("ours.nc")).setSettings(buffered()).build()) {
        ours.write("flag", new int[] {4, 0}, count(DataType.BYTE, 1, 1, 5));
        theirs.write(theirs.findVariable("flag"), new int[] {4, 0}, count(DataType.BYTE, 1, 1, 5));
        ours.updateAttribute(null, new Attribute("title", "climate"));
        theirs.updateAttribute(null, new Attribute("title", "climate"));
        NcVariable t = ours.findVariable("T");
        ours.updateAttribute(t, new Attribute("units", "C"));
        theirs.updateAttribute(theirs.findVariable("T"), new Attribute("units", "C"));
      }
      theirs.close();
      assertThat(Path.of(path("ours.nc"))).hasSameBinaryContentAs(Path.of(path("theirs.nc")));
    }
  }

  private BurstFormatWriter weatherOf(String name) throws IOException {
    BurstFormatWriter.Builder builder = BurstFormatWriter.builder().setLocation(path(name));
    weather(builder);
    return builder.build();
  }

  @Test
  void processesWriteOneFileTogether() throws Exception {
    Settings settings = buffered();
    ThreadedGroup.run(
        4,
        group -> {
          BurstFormatWriter.Builder builder =
              BurstFormatWriter.createNewNetcdf3(path("shared.nc"))
                  .setGroup(group)
                  .setSettings(settings);
          builder.addUnlimitedDimension("time");
          builder.addDimension("cell", 8 * group.size());
          builder.addVariable("v", DataType.INT, "time cell");
          try (BurstFormatWriter writer = builder.build()) {
            for (int record = 0; record < 3; record++) {
              writer.write(
                  "v",
                  new int[] {record, 8 * group.rank()},
                  count(DataType.INT, 1000 * record + 8 * group.rank(), 1, 8));
            }
          }
        });
    try (NetcdfFile file = NetcdfFile.open(path("shared.nc"))) {
      Array read = file.findVariable("v").read();
      assertThat(read.getShape()).containsExactly(3, 32);
      for (int i = 0; i < read.getSize(); i++) {
        assertThat(read.getInt(i)).isEqualTo(1000 * (i / 32) + i % 32);
      }
    }
  }

  @Test
  void formatsAndRoomBehindTheHeaderAreChosen() throws Exception {
    BurstFormatWriter.Builder builder =
        BurstFormatWriter.createNewNetcdf3(path("five.nc"))
            .setFormat(CdfVersion.CDF5)
            .setExtraHeader(400);
    builder.addDimension("x", 2);
    builder.addVariable("long", DataType.LONG, "x");
    try (BurstFormatWriter writer = builder.build()) {
      writer.write("long", count(DataType.LONG, 5, 2));
      assertThat(writer.file().headerRoom()).isGreaterThanOrEqualTo(400);
    }
    try (NcFile file = NcFile.open(directory.resolve("five.nc"))) {
      assertThat(file.format()).isEqualTo(CdfVersion.CDF5);
      assertThat(file.variable("long").getLongs()).containsExactly(5, 6);
    }
  }

  @Test
  void variablesOfMoreThanTwoGigabytesGetLargeOffsets() throws Exception {
    BurstFormatWriter.Builder builder =
        BurstFormatWriter.createNewNetcdf3(path("large.nc")).setFill(false);
    builder.addDimension("x", 1 << 29);
    builder.addVariable("a", DataType.DOUBLE, "x");
    try (BurstFormatWriter writer = builder.build()) {
      assertThat(writer.file().format()).isEqualTo(CdfVersion.CDF2);
    }
  }

  @Nested
  class Mistakes {
    @Test
    void anUnknownVariableIsToldByItsName() throws Exception {
      try (BurstFormatWriter writer = weatherOf("a.nc")) {
        assertThat(writer.findVariable("none")).isNull();
        assertThatThrownBy(() -> writer.write("none", count(DataType.INT, 1)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("'none'");
      }
    }

    @Test
    void valuesOfAnotherRankAreRefused() throws Exception {
      try (BurstFormatWriter writer = weatherOf("a.nc")) {
        assertThatThrownBy(() -> writer.write("T", count(DataType.DOUBLE, 1, 5)))
            .isInstanceOf(InvalidRangeException.class)
            .hasMessageContaining("T");
      }
    }

    @Test
    void textForNumbersIsRefused() throws Exception {
      try (BurstFormatWriter writer = weatherOf("a.nc")) {
        NcVariable t = writer.file().variable("T");
        Array text = Array.factory(String.class, new int[] {1}, new String[] {"x"});
        assertThatThrownBy(() -> writer.writeStringDataToChar(t, text))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("no text");
      }
    }

    @Test
    void aBuilderWithoutALocationIsRefused() {
      assertThatThrownBy(() -> BurstFormatWriter.builder().build())
          .isInstanceOf(NcException.class)
          .hasMessageContaining("setLocation");
    }

    @Test
    void aTypeThatNoFileHasIsRefusedAndNoFileIsLeft() {
      BurstFormatWriter.Builder builder = BurstFormatWriter.createNewNetcdf3(path("none.nc"));
      builder.addVariable("v", DataType.STRUCTURE, "");
      assertThatThrownBy(builder::build)
          .isInstanceOf(NcException.class)
          .hasMessageContaining("Structure");
      assertThat(Path.of(path("none.nc"))).doesNotExist();
    }
  }
}
