package org.burstlog.netcdf;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.burstlog.array.Region;

/** The calls that only begin a transfer. */
final class Nonblocking extends NcAccess<NcRequest> {
  private final NcVariable variable;
  private final boolean buffered;

  Nonblocking(NcVariable variable, boolean buffered) {
    this.variable = variable;
    this.buffered = buffered;
  }

  @Override
  public NcVariable variable() {
    return variable;
  }

  @Override
  public NcRequest put(Region region, NcMemory values) throws IOException {
    return variable.file().requests().put(variable, region, values, buffered);
  }

  @Override
  public NcRequest put(List<Region> regions, NcMemory values) throws IOException {
    return variable.file().requests().put(variable, regions, values, buffered);
  }

  @Override
  public NcRequest get(Region region, NcMemory into) throws IOException {
    return get(Collections.singletonList(region), into);
  }

  @Override
  public NcRequest get(List<Region> regions, NcMemory into) throws IOException {
    return variable.file().requests().get(variable, regions, into);
  }
}
