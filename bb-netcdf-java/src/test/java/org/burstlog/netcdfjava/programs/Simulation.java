package org.burstlog.netcdfjava.programs;

import org.burstlog.testing.SuppressForbidden;
import ucar.ma2.ArrayDouble;
import ucar.ma2.ArrayInt;
import ucar.ma2.DataType;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Variable;

/** Writes record after record, and says so, until it is killed or has written as many as told. */
public final class Simulation {
  public static final int CELLS = 500;

  private Simulation() {}

  @SuppressForbidden("It says what it has done")
  public static void main(String[] arguments) throws Exception {
    int records = Integer.parseInt(arguments[1]);
    int flushed = Integer.parseInt(arguments[2]);
    NetcdfFileWriter writer =
        NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, arguments[0]);
    writer.addUnlimitedDimension("time");
    writer.addDimension(null, "cell", CELLS);
    Variable step = writer.addVariable(null, "step", DataType.INT, "time");
    Variable height = writer.addVariable(null, "height", DataType.DOUBLE, "time cell");
    writer.create();
    ArrayDouble.D2 values = new ArrayDouble.D2(1, CELLS);
    ArrayInt.D1 number = new ArrayInt.D1(1);
    for (int record = 0; record < records; record++) {
      number.set(0, record);
      writer.write(step, new int[] {record}, number);
      for (int cell = 0; cell < CELLS; cell++) {
        values.set(0, cell, value(record, cell));
      }
      writer.write(height, new int[] {record, 0}, values);
      if (record % flushed == flushed - 1) {
        writer.flush();
      }
      System.out.println(record);
    }
    writer.close();
  }

  public static double value(int record, int cell) {
    return record * 1e3 + cell / 7.0;
  }
}
