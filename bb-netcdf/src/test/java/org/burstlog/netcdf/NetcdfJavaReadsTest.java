package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.testing.RandomProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import ucar.ma2.Array;
import ucar.ma2.DataType;
import ucar.ma2.InvalidRangeException;
import ucar.nc2.NetcdfFile;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Variable;

/** NetCDF-Java finds in our files what random programs have put, and we find what it has. */
class NetcdfJavaReadsTest {
  @TempDir Path directory;

  @Test
  void whatRandomProgramsPut() throws Exception {
    long first = System.nanoTime();
    int read = 0;
    for (long seed = first; read < 60; seed++) {
      RandomProgram program = new RandomProgram(seed, false);
      Path path = directory.resolve("random.nc");
      try (SoloGroup group = new SoloGroup()) {
        program.run(group, path, NcOptions.defaults());
      }
      try (NcFile file = NcFile.open(path)) {
        if (file.format() == CdfVersion.CDF5) {
          // It cannot read these.
          continue;
        }
      }
      read++;
      NetcdfFile theirs = NetcdfFile.open(path.toString());
      for (Variable variable : theirs.getVariables()) {
        Array values = variable.read();
        for (int i = 0; i < values.getSize(); i++) {
          double value =
              variable.getDataType() == DataType.CHAR ? values.getChar(i) : values.getDouble(i);
          assertThat(value)
              .as("%s %d\n%s", variable.getShortName(), i, program.text())
              .isEqualTo(program.expected(variable.getShortName(), i));
        }
      }
      theirs.close();
    }
  }

  @Test
  void whatItWrites() throws Exception {
    Path path = directory.resolve("theirs.nc");
    write(path);
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      assertThat(file.variable("v").attributes().getText("units")).isEqualTo("K");
      assertThat(file.variable("v").getInts()).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(file.records()).isEqualTo(2);
    }
  }

  private static void write(Path path) throws java.io.IOException, InvalidRangeException {
    NetcdfFileWriter writer =
        NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, path.toString());
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "x", 3);
    Variable v = writer.addVariable(null, "v", DataType.INT, "time x");
    writer.addVariableAttribute(v, new ucar.nc2.Attribute("units", "K"));
    writer.create();
    int[] values = {1, 2, 3, 4, 5, 6};
    writer.write(v, new int[] {0, 0}, Array.factory(int.class, new int[] {2, 3}, values));
    writer.close();
  }
}
