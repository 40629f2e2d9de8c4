package org.burstlog.netcdfjava.redirect;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import ucar.ma2.ArrayStructure;
import ucar.ma2.ArrayStructureW;
import ucar.ma2.InvalidRangeException;
import ucar.ma2.Range;
import ucar.ma2.Section;
import ucar.ma2.StructureData;
import ucar.ma2.StructureDataW;
import ucar.ma2.StructureMembers;
import ucar.nc2.Dimension;
import ucar.nc2.NetcdfFile;
import ucar.nc2.Structure;
import ucar.nc2.iosp.IOServiceProviderWriter;

/**
 * How many records NetCDF-Java's own writer knows of. It is told by writing it a record without
 * members, upon which it grows the dimension and all variables with it, and writes nothing.
 */
final class Records {
  private static final String NAME = "none";

  private final IOServiceProviderWriter original;
  private final @Nullable Structure none;
  private final ArrayStructure nothing;
  private int count;

  Records(IOServiceProviderWriter original, NetcdfFile file, boolean isNew) {
    this.original = original;
    Dimension time = file.getUnlimitedDimension();
    StructureMembers members = new StructureMembers(NAME);
    nothing =
        new ArrayStructureW(
            members, new int[] {1}, new StructureData[] {new StructureDataW(members)});
    if (time == null) {
      none = null;
    } else {
      none = new Structure(file, null, null, NAME);
      none.setDimensions(List.of(time));
      // A file that is made anew has the dimension of the one before.
      count = isNew ? 0 : time.getLength();
    }
  }

  int count() {
    return count;
  }

  void growTo(int records) throws IOException, InvalidRangeException {
    if (records > count && none != null) {
      Range last = new Range(records - 1, records - 1);
      original.writeData(none, new Section(List.of(last)), nothing);
      count = records;
    }
  }
}
