package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Conversion;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.Front;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Variable;
import org.jspecify.annotations.Nullable;

/**
 * The front of all puts and gets: checks the arguments, once; converts between memory and file
 * types; and hands on to the driver, the user's own memory where that is possible.
 */
final class Transfers {
  private final Opening.Opened opened;
  private final Definitions definitions;
  private final Driver driver;
  private final StagingMemory staging = new StagingMemory();

  Transfers(Opening.Opened opened) {
    this.opened = opened;
    definitions = opened.definitions();
    driver = opened.driver();
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
    int width = variable.type().size();
    long length = elements * width;
    if (!Staging.isNeeded(values, conversion)) {
      put(variable, region, values.values(), (long) values.offset() * width, length);
      opened.countPut(length);
      return;
    }
    Object piece = staging.piece(values, variable.type(), length);
    StagedValues staged = new StagedValues(region, values, conversion, piece);
    put(variable, region, staged, 0, length);
    staging.giveBack(piece, variable.type());
    opened.countPut(length);
    if (staged.unfit() != Conversion.ALL_FIT) {
      throw conversion.rangeError(variable.name(), staged.unfit());
    }
  }

  void put(NcVariable target, List<Region> regions, NcMemory values) throws IOException {
    definitions.requireWritable();
    definitions.requireData();
    Prepared prepared = preparePut(target, regions, values, null);
    for (Transfer transfer : prepared.transfers) {
      put(prepared.variable, transfer);
    }
    finishPut(prepared);
  }

  private void finishPut(Prepared done) throws NcException {
    Object piece = done.piece();
    if (piece != null) {
      staging.giveBack(piece, done.variable.type());
    }
    count(done);
    done.reportPut();
  }

  private void count(Prepared put) {
    if (put.bytes > 0) {
      opened.countPut(put.bytes);
    }
  }

  void putTogether(NcVariable target, List<Region> regions, NcMemory values) throws IOException {
    // Every process finds the file in the same state.
    definitions.requireWritable();
    definitions.requireData();
    Prepared prepared = null;
    IOException failure = null;
    try {
      prepared = preparePut(target, regions, values, null);
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException | OutOfMemoryError e) {
      failure = unexpected(target, e);
    }
    driver.putTogether(prepared == null ? List.of() : prepared.transfers, failure);
    if (prepared != null) {
      finishPut(prepared);
    }
  }

  /** The others shall not wait for a process whose program has a mistake, or no memory left. */
  private static NcException unexpected(NcVariable variable, Throwable failure) {
    NcError error = failure instanceof Error ? NcError.NC_ENOMEM : NcError.NC_EINVAL;
    return new NcException(error, failure.toString(), failure).variable(variable.name());
  }

  void get(NcVariable source, Region region, NcMemory into) throws IOException {
    get(source, Collections.singletonList(region), into);
  }

  void get(NcVariable source, List<Region> regions, NcMemory into) throws IOException {
    definitions.requireData();
    Prepared prepared = checkGet(source, regions, into);
    if (prepared.bytes > Prepared.MOST && Staging.isNeeded(into, prepared.conversion)) {
      getInPieces(prepared);
      return;
    }
    list(prepared, null, false);
    for (Transfer transfer : prepared.transfers) {
      get(prepared.variable, transfer);
    }
    prepared.deliver();
    giveBack(prepared);
  }

  /** Keeps the memory of a get that is complete. */
  private void giveBack(Prepared complete) {
    if (Staging.isNeeded(complete.memory, complete.conversion)) {
      for (Transfer transfer : complete.transfers) {
        staging.giveBack(transfer.memory(), complete.variable.type());
      }
    }
  }

  private void getInPieces(Prepared whole) throws IOException {
    Object staged = staging.take(whole.memory, whole.variable.type(), Prepared.MOST);
    whole.each(
        (piece, part, first, length) -> {
          get(whole.variable, piece, staged, 0, length);
          whole.note(first, Staging.read(piece, part, whole.conversion, staged, 0));
        });
    whole.report();
  }

  private void put(Variable variable, Transfer put) throws IOException {
    put(variable, put.region(), put.memory(), put.offset(), put.length());
  }

  private void put(Variable variable, Region region, Object source, long offset, long length)
      throws IOException {
    try {
      driver.put(variable.id(), region, source, offset, length);
    } catch (IOException e) {
      throw of(variable, NcError.NC_EWRITE, e);
    }
  }

  private void get(Variable variable, Transfer get) throws IOException {
    get(variable, get.region(), get.memory(), get.offset(), get.length());
  }

  private void get(Variable variable, Region region, Object into, long offset, long length)
      throws IOException {
    try {
      driver.get(variable.id(), region, into, offset, length);
    } catch (IOException e) {
      throw of(variable, NcError.NC_EREAD, e);
    }
  }

  /** An error of the driver, which knows no names; what is netCDF's already says all it knows. */
  private static NcException of(Variable variable, NcError error, IOException failure)
      throws IOException {
    NcException known = Front.asNetcdf(error, failure);
    return known == failure ? known : known.variable(variable.name());
  }

  void getTogether(NcVariable source, List<Region> regions, NcMemory into) throws IOException {
    definitions.requireData();
    Prepared prepared = null;
    IOException failure = null;
    try {
      prepared = prepareGet(source, regions, into);
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException | OutOfMemoryError e) {
      failure = unexpected(source, e);
    }
    driver.getTogether(prepared == null ? List.of() : prepared.transfers, failure);
    if (prepared != null) {
      prepared.deliver();
      giveBack(prepared);
    }
  }

  void fillRecord(NcVariable target, long record) throws IOException {
    definitions.requireWritable();
    definitions.requireData();
    Variable variable = definitions.variable(target.id());
    definitions.compare(() -> "record " + record + " of variable " + target.id() + " to be filled");
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

  /**
   * Checks what is to be put when it is completed; in define mode too.
   *
   * @return the bytes it has in the file's type
   */
  long checkPut(NcVariable target, Region region, NcMemory values) throws IOException {
    definitions.requireWritable();
    Variable variable = definitions.variable(target.id());
    conversion(variable, values);
    return checkPut(variable, region, values) * variable.type().size();
  }

  /**
   * Converts what has been checked.
   *
   * @return the first element that did not fit, or {@link Conversion#ALL_FIT}
   */
  long stage(NcVariable target, Region region, NcMemory values, ByteBuffer to, int at)
      throws IOException {
    Variable variable = definitions.variable(target.id());
    return Staging.write(region, values, conversion(variable, values), to, at);
  }

  /** The error of the first element that did not fit; null when all did. */
  @Nullable NcException unfit(NcVariable target, NcMemory values, long outside) throws NcException {
    if (outside == Conversion.ALL_FIT) {
      return null;
    }
    Variable variable = definitions.variable(target.id());
    return conversion(variable, values).rangeError(variable.name(), outside);
  }

  /**
   * Checks and converts what is to be put.
   *
   * @param keep where to keep the values, when they are needed after the user's memory may have
   *     changed; null when they are not
   */
  Prepared preparePut(
      NcVariable target, List<Region> regions, NcMemory values, @Nullable Slabs keep)
      throws IOException {
    definitions.requireWritable();
    Variable variable = definitions.variable(target.id());
    Prepared prepared = new Prepared(variable, regions, values, conversion(variable, values));
    checkAll(prepared, Bounds.ANY);
    list(prepared, keep, true);
    return prepared;
  }

  /** Checks what is to be got and makes room for it where it must be converted. */
  Prepared prepareGet(NcVariable source, List<Region> regions, NcMemory into) throws IOException {
    Prepared prepared = checkGet(source, regions, into);
    list(prepared, null, false);
    return prepared;
  }

  private Prepared checkGet(NcVariable source, List<Region> regions, NcMemory into)
      throws NcException {
    definitions.requireOpen();
    Variable variable = definitions.variable(source.id());
    Prepared prepared = new Prepared(variable, regions, into, conversion(variable, into));
    // Only who asks for records waits for those that others are putting.
    checkAll(prepared, variable.isRecord() ? driver.records() : 0);
    if (into.values() instanceof ByteBuffer b && b.isReadOnly()) {
      throw new NcException(NcError.NC_EINVAL, "the buffer to get into is read-only")
          .variable(variable.name());
    }
    return prepared;
  }

  private void list(Prepared prepared, @Nullable Slabs keep, boolean writing) throws IOException {
    if (keep != null) {
      prepared.listStaged(bytes -> keep.take((int) bytes), writing);
    } else if (!Staging.isNeeded(prepared.memory, prepared.conversion)) {
      prepared.listDirect();
    } else if (writing) {
      prepared.listInPieces(
          staging.piece(prepared.memory, prepared.variable.type(), prepared.bytes));
    } else {
      boolean alone = prepared.regions().size() == 1;
      prepared.listStaged(
          alone
              ? bytes -> staging.take(prepared.memory, prepared.variable.type(), bytes)
              : StagingMemory::buffer,
          false);
    }
  }

  private void checkAll(Prepared prepared, long records) throws NcException {
    Variable variable = prepared.variable;
    if (prepared.regions() == null) {
      throw Arguments.noRegion(variable.name());
    }
    long all = 0;
    long rows = 0;
    for (Region region : prepared.regions()) {
      long elements = Bounds.check(variable, region, records);
      if (!prepared.memory.isDense()) {
        checkReach(variable, region, prepared.memory, rows);
      }
      if (elements > 0) {
        if (records == Bounds.ANY) {
          checkRecord(variable, region);
        }
        rows += region.rank() == 0 ? 0 : region.count(0);
        all = Math.addExact(all, elements);
      }
    }
    if (prepared.memory.isDense() && all > prepared.memory.length()) {
      throw prepared.memory.tooSmall(variable.name(), all);
    }
    prepared.bytes = all * variable.type().size();
  }

  private long checkPut(Variable variable, Region region, NcMemory values) throws NcException {
    long elements = Bounds.check(variable, region, Bounds.ANY);
    if (elements > 0) {
      checkRecord(variable, region);
    }
    if (!values.isDense()) {
      checkReach(variable, region, values, 0);
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
    Layout layout = definitions.current();
    long last = region.start(0) + (region.count(0) - 1) * region.stride(0);
    long most = layout.header().version().countBytes() == 4 ? 0xFFFF_FFFEL : Long.MAX_VALUE;
    long size = layout.recordSize();
    long room = Long.MAX_VALUE - layout.recordBegin();
    if (last >= most || (size > 0 && last >= room / size - 1)) {
      throw new NcException(NcError.NC_EINTOVERFLOW, "record " + last + " is past the format's end")
          .variable(variable.name());
    }
  }

  /**
   * The first and last element of memory that a region with strides touches.
   *
   * @param rows how many indices of the first dimension the regions before this one have
   */
  private static void checkReach(Variable variable, Region region, NcMemory memory, long rows)
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
        long before = d == 0 ? Math.multiplyExact(rows, memory.stride(d)) : 0;
        long span = Math.multiplyExact(region.count(d) - 1, memory.stride(d));
        low = Math.addExact(low, Math.addExact(before, Math.min(span, 0)));
        high = Math.addExact(high, Math.addExact(before, Math.max(span, 0)));
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
    Arguments.require(memory, "the memory");
    memory.requireRight();
    return Conversion.of(definitions.current().header().version(), variable, memory.type());
  }
}
