package example;

import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdfjava.BurstFormatWriter;
import org.burstlog.target.TargetSystem;
import ucar.ma2.Array;
import ucar.ma2.DataType;
import ucar.nc2.Attribute;

/** The same, with the rods spread over processes that write one file. */
public final class SharedHeat {
  static void write(ProcessGroup group, TargetSystem target, String[] args) throws Exception {
    int rods = Integer.parseInt(args[1]);
    int steps = Integer.parseInt(args[2]);
    int first = rods * group.rank() / group.size();
    int count = rods * (group.rank() + 1) / group.size() - first;
    Rods model = new Rods(first, count);
    BurstFormatWriter.Builder builder = BurstFormatWriter.createNewNetcdf3(args[0]);
    builder.addUnlimitedDimension("time");
    builder.addDimension("rod", rods);
    builder.addDimension("cell", Rods.CELLS);
    builder
        .addVariable("heat", DataType.DOUBLE, "time rod cell")
        .addAttribute(new Attribute("units", "degC"));
    builder.setGroup(group).setTarget(target);
    try (BurstFormatWriter writer = builder.build()) {
      for (int step = 0; step < steps; step++) {
        model.step();
        for (int rod = 0; rod < count; rod++) {
          Array values =
              Array.factory(DataType.DOUBLE, new int[] {1, 1, Rods.CELLS}, model.of(rod));
          writer.write("heat", new int[] {step, first + rod, 0}, values);
        }
      }
    }
  }
}
