package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Conversion;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Variable;
import org.jspecify.annotations.Nullable;

/**
 * The front of all puts and gets: checks the arguments, once; converts between memory and file
 * types; and hands on to the driver, the user's own memory where that is possible.
 */
final class Transfers {
  private final Definitions definitions;
  private final Driver driver;

  Transfers(Definitions definitions, Driver driver) {
    this.definitions = definitions;
    this.driver = driver;
  }

  void put(NcVariable target, Region region, NcMemory values) throws IOException {
    definitions.requireWritable();
    definitions.requireData();
    Variable variable = definitions.variable(target.id());
    Conversion conversion = conversion(variable, values);
    long elements = checkPut(variable, region, values);
    if (elements == 0) {
      return;
    }
    if (!Staging.isNeeded(values, conversion)) {
      driver.put(
          variable.id(), region, values.values(), (long) values.offset() * variable.type().size());
      return;
    }
    ByteBuffer staged = Staging.allocate(elements, conversion, variable.name());
    long outside = Staging.write(region, values, conversion, staged, 0);
    driver.put(variable.id(), region, staged, 0);
    report(conversion, variable, outside);
  }

  void put(NcVariable target, List<Region> regions, NcMemory values) throws IOException {
    Prepared prepared = preparePut(target, regions, values, false);
    for (Transfer transfer : prepared.transfers) {
      driver.put(transfer.variable(), transfer.region(), transfer.memory(), transfer.offset());
    }
    prepared.report();
  }

  void putTogether(NcVariable target, List<Region> regions, NcMemory values) throws IOException {
    Prepared prepared = null;
    IOException failure = null;
    try {
      prepared = preparePut(target, regions, values, false);
    } catch (NcException e) {
      failure = e;
    }
    requireUsable(failure);
    driver.putTogether(prepared == null ? List.of() : prepared.transfers, failure);
    if (prepared != null) {
      prepared.report();
    }
  }

  /** Where the file is in no state to make a collective call, every process finds the same. */
  private void requireUsable(@Nullable IOException failure) throws IOException {
    if (failure instanceof NcException e
        && (e.error() == NcError.NC_EBADID
            || e.error() == NcError.NC_EINDEFINE
            || e.error() == NcError.NC_EPERM)) {
      throw e;
    }
  }

  void get(NcVariable source, Region region, NcMemory into) throws IOException {
    get(source, List.of(region), into);
  }

  void get(NcVariable source, List<Region> regions, NcMemory into) throws IOException {
    Prepared prepared = prepareGet(source, regions, into);
    for (Transfer transfer : prepared.transfers) {
      driver.get(transfer.variable(), transfer.region(), transfer.memory(), transfer.offset());
    }
    prepared.deliver();
  }

  void getTogether(NcVariable source, List<Region> regions, NcMemory into) throws IOException {
    Prepared prepared = null;
    IOException failure = null;
    try {
      prepared = prepareGet(source, regions, into);
    } catch (NcException e) {
      failure = e;
    }
    requireUsable(failure);
    driver.getTogether(prepared == null ? List.of() : prepared.transfers, failure);
    if (prepared != null) {
      prepared.deliver();
    }
  }

  void fillRecord(NcVariable target, long record) throws IOException {
    definitions.requireWritable();
    definitions.requireData();
    Variable variable = definitions.variable(target.id());
    definitions.compare("record " + record + " of variable " + target.id() + " to be filled");
    if (!variable.isRecord()) {
      throw new NcException(NcError.NC_ENOTRECVAR, "it has no records").variable(variable.name());
    }
    if (!target.isFilled()) {
      throw new NcException(NcError.NC_ENOTFILL, "it is not filled").variable(variable.name());
    }
    if (record < 0) {
      throw new NcException(NcError.NC_EINVALCOORDS, "record " + record).variable(variable.name());
    }
    driver.fill(target.id(), record);
  }

  /** Transfers of one call, and how their values get to and from the user's memory. */
  static final class Prepared {
    final List<Transfer> transfers = new ArrayList<>();
    final Variable variable;
    private final List<Region> regions;
    private final NcMemory memory;
    private final Conversion conversion;
    private @Nullable ByteBuffer staged;
    private long outside = Conversion.ALL_FIT;
    long bytes;

    Prepared(Variable variable, List<Region> regions, NcMemory memory, Conversion conversion) {
      this.variable = variable;
      this.regions = regions;
      this.memory = memory;
      this.conversion = conversion;
    }

    /** Hands what was got to the user. */
    void deliver() throws NcException {
      ByteBuffer from = staged;
      if (from != null) {
        convert(from, false);
      }
      report();
    }

    private void convert(ByteBuffer dense, boolean writing) {
      int element = 0;
      for (Region region : regions) {
        int elements = (int) region.elements();
        if (elements > 0) {
          NcMemory part = memory.from(memory.isDense() ? element : 0);
          int index = element * variable.type().size();
          long unfit =
              writing
                  ? Staging.write(region, part, conversion, dense, index)
                  : Staging.read(region, part, conversion, dense, index);
          if (unfit != Conversion.ALL_FIT && outside == Conversion.ALL_FIT) {
            outside = element + unfit;
          }
        }
        element += elements;
      }
    }

    void report() throws NcException {
      Transfers.report(conversion, variable, outside);
    }
  }

  /**
   * Checks and converts what is to be put.
   *
   * @param keep whether the values are needed when the user's memory may have changed
   */
  Prepared preparePut(NcVariable target, List<Region> regions, NcMemory values, boolean keep)
      throws NcException {
    definitions.requireWritable();
    definitions.requireData();
    Variable variable = definitions.variable(target.id());
    Prepared prepared = new Prepared(variable, regions, values, conversion(variable, values));
    long elements = checkAll(prepared, Bounds.ANY);
    if (keep || Staging.isNeeded(values, prepared.conversion)) {
      ByteBuffer dense = Staging.allocate(elements, prepared.conversion, variable.name());
      prepared.convert(dense, true);
      prepared.staged = dense;
    }
    list(prepared);
    return prepared;
  }

  /** Checks what is to be got and makes room for it where it must be converted. */
  Prepared prepareGet(NcVariable source, List<Region> regions, NcMemory into) throws NcException {
    definitions.requireData();
    Variable variable = definitions.variable(source.id());
    Prepared prepared = new Prepared(variable, regions, into, conversion(variable, into));
    long elements = checkAll(prepared, driver.records());
    if (into.values() instanceof ByteBuffer b && b.isReadOnly()) {
      throw new NcException(NcError.NC_EINVAL, "the buffer to get into is read-only")
          .variable(variable.name());
    }
    if (Staging.isNeeded(into, prepared.conversion)) {
      prepared.staged = Staging.allocate(elements, prepared.conversion, variable.name());
    }
    list(prepared);
    return prepared;
  }

  private long checkAll(Prepared prepared, long records) throws NcException {
    long all = 0;
    for (Region region : prepared.regions) {
      long elements = Bounds.check(prepared.variable, region, records);
      if (records == Bounds.ANY && elements > 0) {
        checkRecord(prepared.variable, region);
      }
      all = Math.addExact(all, elements);
    }
    if (prepared.regions.size() == 1 && !prepared.memory.isDense()) {
      checkReach(prepared.variable, prepared.regions.get(0), prepared.memory);
    } else if (!prepared.memory.isDense()) {
      throw new NcException(NcError.NC_EINVAL, "memory with gaps takes one region a call")
          .variable(prepared.variable.name());
    } else if (all > prepared.memory.length()) {
      throw prepared.memory.tooSmall(prepared.variable.name(), all);
    }
    prepared.bytes = all * prepared.variable.type().size();
    return all;
  }

  private static void list(Prepared prepared) {
    int width = prepared.variable.type().size();
    ByteBuffer staged = prepared.staged;
    Object memory = staged != null ? staged : prepared.memory.values();
    long offset = staged != null ? 0 : (long) prepared.memory.offset() * width;
    for (Region region : prepared.regions) {
      long elements = region.elements();
      if (elements > 0) {
        prepared.transfers.add(new Transfer(prepared.variable.id(), region, memory, offset));
        offset += elements * width;
      }
    }
  }

  private long checkPut(Variable variable, Region region, NcMemory values) throws NcException {
    long elements = Bounds.check(variable, region, Bounds.ANY);
    if (elements > 0) {
      checkRecord(variable, region);
    }
    if (!values.isDense()) {
      checkReach(variable, region, values);
    } else if (elements > values.length()) {
      throw values.tooSmall(variable.name(), elements);
    }
    return elements;
  }

  /** Only records have no end of their own. */
  private void checkRecord(Variable variable, Region region) throws NcException {
    if (!variable.isRecord()) {
      return;
    }
    long last = region.start(0) + (region.count(0) - 1) * region.stride(0);
    long most =
        definitions.layout().header().version().countBytes() == 4 ? 0xFFFF_FFFEL : Long.MAX_VALUE;
    long size = definitions.layout().recordSize();
    long room = Long.MAX_VALUE - definitions.layout().recordBegin();
    if (last >= most || (size > 0 && last >= room / size - 1)) {
      throw new NcException(NcError.NC_EINTOVERFLOW, "record " + last + " is past the format's end")
          .variable(variable.name());
    }
  }

  /** The first and last element of memory that a region with strides touches. */
  private static void checkReach(Variable variable, Region region, NcMemory memory)
      throws NcException {
    if (memory.rank() != region.rank()) {
      throw new NcException(
              NcError.NC_EINVAL,
              "memory has strides for "
                  + memory.rank()
                  + " dimensions, the region has "
                  + region.rank())
          .variable(variable.name());
    }
    long low = memory.offset();
    long high = memory.offset();
    try {
      for (int d = 0; d < region.rank(); d++) {
        if (region.count(d) == 0) {
          return;
        }
        long span = Math.multiplyExact(region.count(d) - 1, memory.stride(d));
        low = Math.addExact(low, Math.min(span, 0));
        high = Math.addExact(high, Math.max(span, 0));
      }
    } catch (ArithmeticException e) {
      high = Long.MAX_VALUE;
    }
    if (low < 0 || high >= memory.capacity()) {
      throw new NcException(
              NcError.NC_EIOMISMATCH,
              "the region's elements reach from "
                  + low
                  + " to "
                  + high
                  + " of an array with "
                  + memory.capacity())
          .variable(variable.name());
    }
  }

  private Conversion conversion(Variable variable, NcMemory memory) throws NcException {
    return Conversion.of(definitions.layout().header().version(), variable, memory.type());
  }

  private static void report(Conversion conversion, Variable variable, long outside)
      throws NcException {
    if (outside != Conversion.ALL_FIT) {
      throw conversion.rangeError(variable.name(), outside);
    }
  }
}
