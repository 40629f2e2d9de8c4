package example;

import ucar.ma2.Array;
import ucar.ma2.DataType;
import ucar.nc2.Attribute;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Variable;

/** Writes how rods become warm, by NetCDF-Java. */
public final class Heat {
  public static void main(String[] args) throws Exception {
    int rods = Integer.parseInt(args[1]);
    int steps = Integer.parseInt(args[2]);
    Rods model = new Rods(0, rods);
    NetcdfFileWriter writer =
        NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, args[0]);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "rod", rods);
    writer.addDimension(null, "cell", Rods.CELLS);
    Variable heat = writer.addVariable(null, "heat", DataType.DOUBLE, "time rod cell");
    writer.addVariableAttribute(heat, new Attribute("units", "degC"));
    writer.create();
    for (int step = 0; step < steps; step++) {
      model.step();
      for (int rod = 0; rod < rods; rod++) {
        Array values =
            Array.factory(DataType.DOUBLE, new int[] {1, 1, Rods.CELLS}, model.of(rod));
        writer.write(heat, new int[] {step, rod, 0}, values);
      }
    }
    writer.close();
  }
}
