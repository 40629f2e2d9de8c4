package org.burstlog.netcdf.header;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import ucar.ma2.DataType;
import ucar.nc2.NetcdfFile;
import ucar.nc2.NetcdfFileWriter;

/** NetCDF-Java, which was written apart from the C libraries, agrees in both directions. */
class NetcdfJavaTest {
  private static final int FILES = 100;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(
      value = CdfVersion.class,
      names = {"CDF1", "CDF2"})
  @DisplayName("reads definitions and values of random files")
  void readsOurs(CdfVersion version) throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + FILES; seed++) {
      RandomFile file = new RandomFile(seed, version);
      Layout layout = Layout.of(file.header(), LayoutSettings.COMPACT);
      Path path = Files.write(directory.resolve("own.nc"), file.image(layout));
      String seen = "seed " + seed + "\n" + file.text();
      try (NetcdfFile theirs = NetcdfFile.open(path.toString())) {
        List<String> names = theirs.getVariables().stream().map(v -> v.getShortName()).toList();
        assertThat(names)
            .as(seen)
            .isEqualTo(file.header().variables().stream().map(v -> shown(v.name())).toList());
        assertAttributes(theirs.getGlobalAttributes(), file.header().attributes(), seen);
        for (Variable variable : file.header().variables()) {
          ucar.nc2.Variable other = theirs.getVariables().get(variable.id());
          assertAttributes(other.getAttributes(), variable.attributes(), seen);
          byte[] expected = file.values(variable.id());
          assertThat(bytes(other.read(), variable.type())).as(seen).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CdfVersion.class,
      names = {"CDF1", "CDF2"})
  @DisplayName("writes files that are read with the same definitions and values")
  void writesTheirs(CdfVersion version) throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + FILES; seed++) {
      RandomFile file = RandomFile.plain(seed, version);
      Path path = directory.resolve("theirs.nc");
      write(file, path);
      byte[] image = Files.readAllBytes(path);
      HeaderCodec.Decoded decoded = HeaderCodec.decode(HeaderSource.of(ByteBuffer.wrap(image)));
      String seen = "seed " + seed + "\n" + file.text();
      assertThat(decoded.header()).as(seen).isEqualTo(file.header());
      assertThat(decoded.layout())
          .as(seen)
          .isEqualTo(Layout.of(file.header(), LayoutSettings.COMPACT));
      for (Variable variable : file.header().variables()) {
        byte[] read = new byte[file.values(variable.id()).length];
        RandomFile.copyValues(decoded.layout().array(variable.id()), read, image, false);
        assertThat(read).as("%s%s", seen, variable).isEqualTo(file.values(variable.id()));
      }
    }
  }

  @Test
  @DisplayName("finds values past 4 GiB")
  void pastFourGigabytes() throws Exception {
    HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
    int x = builder.defineDimension("x", 1L << 14);
    int y = builder.defineDimension("y", (1L << 15) - 1);
    builder.defineVariable("first", NcType.DOUBLE, x, y);
    builder.defineVariable("second", NcType.DOUBLE, x, y);
    Layout layout = Layout.of(builder.build(), LayoutSettings.COMPACT);
    Path path = directory.resolve("large.nc");
    long last = ((1L << 14) - 1) * layout.array(1).step(0) + 5 * layout.array(1).step(1);
    try (FileChannel channel = LargeFileTest.create(path, layout, 0)) {
      channel.write(ByteBuffer.allocate(8).putDouble(0, 3.5), layout.begin(1) + last);
    }
    assertThat(layout.begin(1) + last).isGreaterThan(1L << 32);
    try (NetcdfFile theirs = NetcdfFile.open(path.toString())) {
      ucar.nc2.Variable second = theirs.getVariables().get(1);
      ucar.ma2.Array read = second.read(new int[] {(1 << 14) - 1, 5}, new int[] {1, 1});
      assertThat(read.getDouble(0)).isEqualTo(3.5);
    }
  }

  private static void assertAttributes(
      List<ucar.nc2.Attribute> theirs, List<Attribute> ours, String seen) {
    assertThat(theirs).as(seen).hasSameSizeAs(ours);
    for (int i = 0; i < ours.size(); i++) {
      Attribute own = ours.get(i);
      assertThat(theirs.get(i).getShortName()).as(seen).isEqualTo(shown(own.name()));
      byte[] expected = new byte[own.values().remaining()];
      own.values().get(expected);
      if (own.type() == NcType.CHAR) {
        assertThat(theirs.get(i).getStringValue()).as(seen).isEqualTo(new String(expected, UTF_8));
      } else {
        assertThat(bytes(theirs.get(i).getValues(), own.type())).as(seen).isEqualTo(expected);
      }
    }
  }

  /** It shows blanks as underscores. */
  private static String shown(String name) {
    return name.replace(' ', '_');
  }

  private static byte[] bytes(ucar.ma2.Array values, NcType type) {
    int count = (int) values.getSize();
    ByteBuffer bytes = ByteBuffer.allocate(count * type.size());
    for (int i = 0; i < count; i++) {
      switch (type) {
        case BYTE -> bytes.put(values.getByte(i));
        case CHAR -> bytes.put((byte) values.getChar(i));
        case SHORT -> bytes.putShort(values.getShort(i));
        case INT -> bytes.putInt(values.getInt(i));
        case FLOAT -> bytes.putFloat(values.getFloat(i));
        default -> bytes.putDouble(values.getDouble(i));
      }
    }
    return bytes.array();
  }

  private static void write(RandomFile file, Path path) throws Exception {
    Files.deleteIfExists(path);
    NetcdfFileWriter.Version format = NetcdfFileWriter.Version.netcdf3;
    NetcdfFileWriter writer = NetcdfFileWriter.createNew(format, path.toString());
    try {
      writer.setLargeFile(file.header().version() == CdfVersion.CDF2);
      List<ucar.nc2.Dimension> dimensions = new ArrayList<>();
      for (Dimension d : file.header().dimensions()) {
        dimensions.add(
            d.isUnlimited()
                ? writer.addUnlimitedDimension(d.name())
                : writer.addDimension(null, d.name(), (int) d.length()));
      }
      for (Attribute attribute : file.header().attributes()) {
        writer.addGroupAttribute(null, theirs(attribute));
      }
      List<ucar.nc2.Variable> variables = new ArrayList<>();
      for (Variable variable : file.header().variables()) {
        List<ucar.nc2.Dimension> own = new ArrayList<>();
        for (int d = 0; d < variable.rank(); d++) {
          own.add(dimensions.get(variable.dimensionId(d)));
        }
        ucar.nc2.Variable other =
            writer.addVariable(null, variable.name(), dataType(variable.type()), own);
        variable.attributes().forEach(a -> other.addAttribute(theirs(a)));
        variables.add(other);
      }
      writer.create();
      for (Variable variable : file.header().variables()) {
        byte[] values = file.values(variable.id());
        if (values.length > 0) {
          int[] shape = new int[variable.rank()];
          for (int d = 0; d < shape.length; d++) {
            boolean record = variable.shape(d) == Array.UNLIMITED;
            shape[d] = (int) (record ? file.records() : variable.shape(d));
          }
          writer.write(
              variables.get(variable.id()), array(variable.type(), shape, ByteBuffer.wrap(values)));
        }
      }
    } finally {
      writer.close();
    }
  }

  private static ucar.nc2.Attribute theirs(Attribute own) {
    if (own.type() == NcType.CHAR) {
      byte[] text = new byte[own.length()];
      own.values().get(text);
      return new ucar.nc2.Attribute(own.name(), new String(text, UTF_8));
    }
    return new ucar.nc2.Attribute(
        own.name(), array(own.type(), new int[] {own.length()}, own.values()));
  }

  private static ucar.ma2.Array array(NcType type, int[] shape, ByteBuffer values) {
    ucar.ma2.Array array = ucar.ma2.Array.factory(dataType(type), shape);
    for (int i = 0; i < array.getSize(); i++) {
      switch (type) {
        case BYTE -> array.setByte(i, values.get());
        case CHAR -> array.setChar(i, (char) values.get());
        case SHORT -> array.setShort(i, values.getShort());
        case INT -> array.setInt(i, values.getInt());
        case FLOAT -> array.setFloat(i, values.getFloat());
        default -> array.setDouble(i, values.getDouble());
      }
    }
    return array;
  }

  private static DataType dataType(NcType type) {
    return DataType.valueOf(type.name());
  }
}
