package org.burstlog.netcdfjava.programs;

import ucar.ma2.DataType;
import ucar.nc2.NetcdfFileWriter;

/** Opens a file that is there, and writes into it. */
public final class Reopening {
  private Reopening() {}

  public static void main(String[] arguments) throws Exception {
    NetcdfFileWriter writer = NetcdfFileWriter.openExisting(arguments[0]);
    writer.write(writer.findVariable("lat"), Cases.count(DataType.FLOAT, 5, 3));
    writer.close();
  }
}
