package org.burstlog.netcdfjava.redirect;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdfjava.values.FilledVariable;
import ucar.nc2.NetcdfFile;
import ucar.nc2.Structure;
import ucar.nc2.Variable;

/** A file with a header that NetCDF-Java has written, and its variables. */
final class OpenFile {
  private final NcFile file;
  private final Map<String, FilledVariable> byName = new HashMap<>();
  private final IdentityHashMap<Variable, FilledVariable> seen = new IdentityHashMap<>();

  private OpenFile(NcFile file) {
    this.file = file;
  }

  /** Takes an open file, which is closed when it is not as NetCDF-Java knows it. */
  static OpenFile of(NcFile file, NetcdfFile theirs) throws IOException {
    OpenFile opened = new OpenFile(file);
    try {
      opened.match(theirs);
      return opened;
    } catch (NcException e) {
      file.close();
      throw e;
    }
  }

  private void match(NetcdfFile theirs) throws NcException {
    Map<String, NcVariable> own = new HashMap<>();
    for (NcVariable variable : file.variables()) {
      own.put(variable.name(), variable);
    }
    for (Variable variable : theirs.getVariables()) {
      if (!(variable instanceof Structure)) {
        NcVariable ours = own.get(variable.getShortName());
        if (ours == null || ours.rank() != variable.getRank()) {
          throw new NcException(
              NcError.NC_ENOTVAR,
              file.path() + " is not as NetCDF-Java knows it: " + variable.getShortName());
        }
        FilledVariable filled = new FilledVariable(ours, FillValue.of(variable), file.records());
        byName.put(ours.name(), filled);
      }
    }
  }

  NcFile file() {
    return file;
  }

  /** The variable of that name. The hash of NetCDF-Java's own goes through all its attributes. */
  FilledVariable variable(Variable theirs) throws NcException {
    FilledVariable known = seen.get(theirs);
    if (known == null) {
      known = byName.get(theirs.getShortName());
      if (known == null) {
        throw new NcException(
            NcError.NC_ENOTVAR, "there is no variable '" + theirs.getShortName() + "'");
      }
      seen.put(theirs, known);
    }
    return known;
  }

  /** Fills the variables without records of a new file. */
  void fill() throws IOException {
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE)) {
      for (FilledVariable variable : byName.values()) {
        variable.fillIn(channel);
      }
    }
  }

  /** Fills what was not written of the records that there are. */
  void fillRecords(long records) throws IOException {
    for (FilledVariable variable : byName.values()) {
      variable.fillUpTo(records);
    }
  }

  /** Says from which record on records are to be filled. */
  void fillFrom(long record) {
    for (FilledVariable variable : byName.values()) {
      variable.fillFrom(record);
    }
  }
}
