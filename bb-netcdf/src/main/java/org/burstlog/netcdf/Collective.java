package org.burstlog.netcdf;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.burstlog.array.Region;

/** The calls that all processes make together. */
final class Collective extends NcData {
  private final NcVariable variable;

  Collective(NcVariable variable) {
    this.variable = variable;
  }

  @Override
  public NcVariable variable() {
    return variable;
  }

  @Override
  public NcData put(Region region, NcMemory values) throws IOException {
    variable.file().transfers().putTogether(variable, Collections.singletonList(region), values);
    return this;
  }

  @Override
  public NcData put(List<Region> regions, NcMemory values) throws IOException {
    variable.file().transfers().putTogether(variable, regions, values);
    return this;
  }

  @Override
  public NcData get(Region region, NcMemory into) throws IOException {
    variable.file().transfers().getTogether(variable, Collections.singletonList(region), into);
    return this;
  }

  @Override
  public NcData get(List<Region> regions, NcMemory into) throws IOException {
    variable.file().transfers().getTogether(variable, regions, into);
    return this;
  }
}
