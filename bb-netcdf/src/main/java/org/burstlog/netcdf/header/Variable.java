package org.burstlog.netcdf.header;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Array;
import org.jspecify.annotations.Nullable;

/** A variable as it is defined: name, type, dimensions and attributes. Immutable. */
public final class Variable {
  private final int id;
  private final String name;
  private final NcType type;
  private final int[] dimensionIds;
  private final long[] shape;
  private final List<Attribute> attributes;

  Variable(
      int id,
      String name,
      NcType type,
      int[] dimensionIds,
      long[] shape,
      List<Attribute> attributes) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.dimensionIds = dimensionIds;
    this.shape = shape;
    this.attributes = attributes;
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
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Returns the type of the elements.
   *
   * @return the external type
   */
  public NcType type() {
    return type;
  }

  /**
   * Returns the number of dimensions.
   *
   * @return 0 for a scalar
   */
  public int rank() {
    return dimensionIds.length;
  }

  /**
   * Returns which dimension is at a place.
   *
   * @param place 0 for the one that varies slowest
   * @return its place among the dimensions of the file
   */
  public int dimensionId(int place) {
    return dimensionIds[place];
  }

  /**
   * Returns the length of a dimension.
   *
   * @param place 0 for the one that varies slowest
   * @return its length, or {@link Array#UNLIMITED}
   */
  public long shape(int place) {
    return shape[place];
  }

  /**
   * Tells whether the variable has records.
   *
   * @return true when its first dimension is the unlimited one
   */
  public boolean isRecord() {
    return shape.length > 0 && shape[0] == Array.UNLIMITED;
  }

  /**
   * Returns the attributes.
   *
   * @return in the order they were defined
   */
  public List<Attribute> attributes() {
    return attributes;
  }

  /**
   * Finds an attribute.
   *
   * @param attribute its name
   * @return the attribute, or null when there is none
   */
  public @Nullable Attribute attribute(String attribute) {
    return Header.find(attributes, attribute);
  }

  /**
   * Returns what an element holds that was never written, or could not be converted.
   *
   * @return the bits of the attribute {@code _FillValue} if that fits the type, else of the type's
   *     default, in the low bytes
   */
  public long fillBits() {
    Attribute fill = attribute(Attribute.FILL_VALUE);
    if (fill == null || fill.type() != type || fill.length() != 1) {
      return type.fillBits();
    }
    ByteBuffer value = fill.values();
    return switch (type.size()) {
      case 1 -> value.get(0);
      case 2 -> value.getShort(0);
      case 4 -> value.getInt(0);
      default -> value.getLong(0);
    };
  }

  /**
   * Returns the size of the variable, or of one record of it, unpadded.
   *
   * @return bytes, or -1 when they are past 2^63 - 4, more than any format allows
   */
  long bytes() {
    long bytes = type.size();
    for (int d = isRecord() ? 1 : 0; d < shape.length; d++) {
      if (shape[d] > CdfVersion.CDF5.maxSize() / bytes) {
        return -1;
      }
      bytes *= shape[d];
    }
    return bytes;
  }

  long[] ownedShape() {
    return shape;
  }

  int[] ownedDimensionIds() {
    return dimensionIds;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variable v
        && id == v.id
        && name.equals(v.name)
        && type == v.type
        && Arrays.equals(dimensionIds, v.dimensionIds)
        && Arrays.equals(shape, v.shape)
        && attributes.equals(v.attributes);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + id;
  }

  @Override
  public String toString() {
    return type.symbol() + " " + name + Arrays.toString(shape);
  }
}
