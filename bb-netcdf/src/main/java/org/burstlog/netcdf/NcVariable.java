package org.burstlog.netcdf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;

/**
 * A variable of an open file, and how values are put into it and got from it.
 *
 * <p>What is called on the variable itself is <em>independent</em>: it concerns this process alone,
 * which never waits for others. {@link #collective} gives the same calls as every process makes
 * them together, {@link #nonblocking} and {@link #buffered} those that only begin a transfer, which
 * {@link NcFile#await} completes.
 */
public final class NcVariable extends NcData {
  private final NcFile file;
  private final int id;
  private final NcType type;
  private final List<NcDimension> dimensions;
  private final NcAttributes attributes;

  NcVariable(NcFile file, int id, NcType type, List<NcDimension> dimensions) {
    this.file = file;
    this.id = id;
    this.type = type;
    this.dimensions = dimensions;
    attributes = new NcAttributes(file, id);
  }

  /**
   * Returns the place among the variables.
   *
   * @return 0 for the first that was defined
   */
  public int id() {
    return id;
  }

  /**
   * Returns the name.
   *
   * @return the name it has now
   */
  public String name() {
    try {
      return file.definitions().builder().variableName(id);
    } catch (NcException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns what the elements are in the file.
   *
   * @return the external type
   */
  public NcType type() {
    return type;
  }

  /**
   * Returns the dimensions.
   *
   * @return the one that varies slowest first; none for a scalar
   */
  public List<NcDimension> dimensions() {
    return dimensions;
  }

  /**
   * Returns the number of dimensions.
   *
   * @return 0 for a scalar
   */
  public int rank() {
    return dimensions.size();
  }

  /**
   * Tells whether the variable has records.
   *
   * @return true when its first dimension is the unlimited one
   */
  public boolean isRecord() {
    return !dimensions.isEmpty() && dimensions.get(0).isUnlimited();
  }

  /**
   * Returns the lengths of the dimensions.
   *
   * @return the shape it has now; for a record variable, first the number of records
   */
  public long[] shape() {
    return dimensions.stream().mapToLong(NcDimension::length).toArray();
  }

  /**
   * Returns where the variable begins in the file.
   *
   * @return offset of its first byte
   * @throws NcException NC_EINDEFINE in define mode, NC_EBADID
   */
  public long offset() throws NcException {
    file.definitions().requireData();
    return file.definitions().layout().begin(id);
  }

  /**
   * Returns the attributes.
   *
   * @return those of this variable, to look at and to change
   */
  public NcAttributes attributes() {
    return attributes;
  }

  /**
   * Renames the variable. Collective. Outside define mode the new name must not be longer.
   *
   * @param name the new name
   * @throws NcException NC_ENAMEINUSE, NC_EBADNAME, NC_EMAXNAME, NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException when the header could not be written
   */
  public void rename(String name) throws IOException {
    file.renameVariable(this, name);
  }

  /**
   * Says whether the variable is filled when it is made, instead of leaving undefined what is not
   * put. One with the attribute {@code _FillValue} is filled in any case. In define mode;
   * collective.
   *
   * @param fill true to fill it
   * @throws NcException NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public void setFill(boolean fill) throws IOException {
    file.definitions()
        .define(
            () -> "fill mode " + fill + " of variable " + id,
            builder -> file.definitions().fillModes().set(id, fill));
  }

  /**
   * Sets the fill value, of the variable's type, and that the variable is filled. In define mode;
   * collective.
   *
   * @param value an attribute with one value, of any name
   * @throws NcException NC_EBADTYPE, NC_EINVAL, NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public void setFill(Attribute value) throws IOException {
    file.definitions().requireDefining();
    Arguments.require(value, "the fill value");
    byte[] bytes = new byte[value.values().remaining()];
    value.values().get(bytes);
    attributes.put(Attribute.ofBytes(Attribute.FILL_VALUE, value.type(), bytes));
    setFill(true);
  }

  /**
   * Tells whether the variable is filled when it is made, or when asked for a record.
   *
   * @return true when {@link #setFill} or {@link NcFile#setFill} said so, or when the variable has
   *     the attribute {@code _FillValue}, be it from the file that was opened
   */
  public boolean isFilled() {
    try {
      return file.definitions().isFilled(id);
    } catch (NcException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns what an element holds that was filled and never put.
   *
   * @return the fill value, an attribute whether or not the variable has it
   * @throws NcException NC_EBADID
   */
  public Attribute fillValue() throws NcException {
    Attribute own = attributes.find(Attribute.FILL_VALUE);
    return own != null ? own : Attributes.fillValue(type);
  }

  /**
   * Fills one record of the variable. Collective.
   *
   * @param record which
   * @throws NcException NC_ENOTRECVAR, NC_ENOTFILL, NC_EINDEFINE, NC_EPERM, NC_EINVALCOORDS
   * @throws IOException when it could not be written
   */
  public void fillRecord(long record) throws IOException {
    file.transfers().fillRecord(this, record);
  }

  /**
   * The region of all there is.
   *
   * @return from the first to the last element; for a record variable, of the last record there is
   */
  public Region whole() {
    return Region.of(new long[rank()], shape());
  }

  /** All that the memory holds: a record variable takes as many records as are there. */
  Region whole(NcMemory values) {
    long[] shape = shape();
    if (isRecord()) {
      long record = 1;
      for (int d = 1; d < shape.length; d++) {
        record *= shape[d];
      }
      shape[0] = record == 0 || values == null ? 0 : values.length() / record;
    }
    return Region.of(new long[rank()], shape);
  }

  /**
   * Returns the calls that all processes make together. A process with nothing to transfer passes a
   * region without elements. When the arguments of one are wrong every process gets an error, and
   * the target may combine what they write.
   *
   * <p>A put need not wait for the other processes. What goes wrong with it in this one it tells at
   * once; what goes wrong in another is told by the next collective call that is no put, or by one
   * of the next few collective puts, which does nothing then.
   *
   * @return the collective calls
   */
  public NcData collective() {
    return new Collective(this);
  }

  /**
   * Returns the calls that begin a transfer which {@link NcFile#await} or {@link NcFile#awaitAll}
   * completes, combined with all others that wait. Values to put are taken at the call, and memory
   * may be used again; memory to get into is filled when the transfer is completed. They can be
   * called in define mode too, and are completed after it.
   *
   * <p>A value that does not fit is no error of the call, which returns the request all the same:
   * NC_ERANGE is the request's {@link NcRequest#failure} from the beginning, and what {@code await}
   * throws when the request is completed. The value is stored as the fill value, all others as they
   * are. Other wrong arguments are told at the call, which begins nothing.
   *
   * @return the nonblocking calls
   */
  public NcAccess<NcRequest> nonblocking() {
    return new Nonblocking(this, false);
  }

  /**
   * Returns the nonblocking calls whose values are kept in the buffer that {@link
   * NcFile#attachBuffer} provides, so that the memory they take is bounded.
   *
   * @return the buffered calls
   */
  public NcAccess<NcRequest> buffered() {
    return new Nonblocking(this, true);
  }

  @Override
  public NcVariable variable() {
    return this;
  }

  @Override
  public NcData put(Region region, NcMemory values) throws IOException {
    file.transfers().put(this, region, values);
    return this;
  }

  @Override
  public NcData put(List<Region> regions, NcMemory values) throws IOException {
    file.transfers().put(this, regions, values);
    return this;
  }

  @Override
  public NcData get(Region region, NcMemory into) throws IOException {
    file.transfers().get(this, region, into);
    return this;
  }

  @Override
  public NcData get(List<Region> regions, NcMemory into) throws IOException {
    file.transfers().get(this, regions, into);
    return this;
  }

  NcFile file() {
    return file;
  }

  @Override
  public String toString() {
    List<String> names = new ArrayList<>();
    for (NcDimension dimension : dimensions) {
      names.add(dimension.toString());
    }
    return type.symbol() + " " + name() + names;
  }
}
