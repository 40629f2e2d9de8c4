package org.burstlog.netcdf;

import org.burstlog.netcdf.header.Dimension;
import org.burstlog.netcdf.header.NcException;

/** A dimension of an open file. */
public final class NcDimension {
  private final NcFile file;
  private final int id;

  NcDimension(NcFile file, int id) {
    this.file = file;
    this.id = id;
  }

  /**
   * Returns the place among the dimensions.
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
    return definition().name();
  }

  /**
   * Returns the length.
   *
   * @return its length; of the unlimited dimension, the number of records
   */
  public long length() {
    return isUnlimited() ? file.records() : definition().length();
  }

  /**
   * Tells whether this is the record dimension.
   *
   * @return true when it grows as records are written
   */
  public boolean isUnlimited() {
    return definition().isUnlimited();
  }

  /**
   * Renames the dimension. Collective. Outside define mode the new name must not be longer.
   *
   * @param name the new name
   * @throws NcException NC_ENAMEINUSE, NC_EBADNAME, NC_EMAXNAME, NC_ENOTINDEFINE, NC_EPERM
   * @throws java.io.IOException when the header could not be written
   */
  public void rename(String name) throws java.io.IOException {
    file.definitions()
        .change(
            () -> "dimension " + id + " '" + name() + "' to be renamed '" + name + "'",
            builder -> builder.renameDimension(id, name));
  }

  private Dimension definition() {
    return file.definitions().builder().dimension(id);
  }

  @Override
  public String toString() {
    Dimension d = definition();
    return d.name() + " = " + (d.isUnlimited() ? "UNLIMITED" : String.valueOf(d.length()));
  }
}
