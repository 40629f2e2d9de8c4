package org.burstlog.netcdf.header;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An attribute: a name, a type and values.
 *
 * <p>The values are kept as they are in the file, big-endian and without padding, so that reading a
 * header and writing it again changes nothing. Immutable.
 */
public final class Attribute {
  /** The attribute that replaces a type's default fill value. */
  public static final String FILL_VALUE = "_FillValue";

  private final String name;
  private final NcType type;
  private final byte[] bytes;

  private Attribute(String name, NcType type, byte[] bytes) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }

  /**
   * An attribute of values as they are in the file.
   *
   * @param name its name
   * @param type the type of its values
   * @param bytes the values, big-endian; copied
   * @return the attribute
   * @throws IllegalArgumentException when the bytes are not a whole number of values
   */
  public static Attribute ofBytes(String name, NcType type, byte[] bytes) {
    return ofOwned(name, type, bytes.clone());
  }

  /** As {@link #ofBytes}, without the copy. */
  static Attribute ofOwned(String name, NcType type, byte[] bytes) {
    if (bytes.length % type.size() != 0) {
      throw new IllegalArgumentException(
          "attribute '" + name + "': " + bytes.length + " bytes are not whole values of " + type);
    }
    return new Attribute(name, type, bytes);
  }

  /**
   * An attribute of text.
   *
   * @param name its name
   * @param text its value, stored as UTF-8
   * @return the attribute
   */
  public static Attribute of(String name, String text) {
    return new Attribute(name, NcType.CHAR, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * An attribute of numbers.
   *
   * @param name its name
   * @param values its values
   * @return the attribute, of type {@link NcType#BYTE}
   */
  public static Attribute of(String name, byte... values) {
    return ofBytes(name, NcType.BYTE, values);
  }

  /**
   * An attribute of numbers.
   *
   * @param name its name
   * @param values its values
   * @return the attribute, of type {@link NcType#SHORT}
   */
  public static Attribute of(String name, short... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Short.BYTES));
    bytes.asShortBuffer().put(values);
    return new Attribute(name, NcType.SHORT, bytes.array());
  }

  /**
   * An attribute of numbers.
   *
   * @param name its name
   * @param values its values
   * @return the attribute, of type {@link NcType#INT}
   */
  public static Attribute of(String name, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Integer.BYTES));
    bytes.asIntBuffer().put(values);
    return new Attribute(name, NcType.INT, bytes.array());
  }

  /**
   * An attribute of numbers.
   *
   * @param name its name
   * @param values its values
   * @return the attribute, of type {@link NcType#INT64}
   */
  public static Attribute of(String name, long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES));
    bytes.asLongBuffer().put(values);
    return new Attribute(name, NcType.INT64, bytes.array());
  }

  /**
   * An attribute of numbers.
   *
   * @param name its name
   * @param values its values
   * @return the attribute, of type {@link NcType#FLOAT}
   */
  public static Attribute of(String name, float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES));
    bytes.asFloatBuffer().put(values);
    return new Attribute(name, NcType.FLOAT, bytes.array());
  }

  /**
   * An attribute of numbers.
   *
   * @param name its name
   * @param values its values
   * @return the attribute, of type {@link NcType#DOUBLE}
   */
  public static Attribute of(String name, double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES));
    bytes.asDoubleBuffer().put(values);
    return new Attribute(name, NcType.DOUBLE, bytes.array());
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
   * Returns the type of the values.
   *
   * @return the type
   */
  public NcType type() {
    return type;
  }

  /**
   * Returns the number of values.
   *
   * @return how many values; for text, bytes
   */
  public int length() {
    return bytes.length / type.size();
  }

  /**
   * Returns the values as they are in the file.
   *
   * @return a read-only, big-endian buffer of them, without padding
   */
  public ByteBuffer values() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /**
   * Returns the value of an attribute of text.
   *
   * @return the text
   * @throws NcException NC_ECHAR when its values are numbers
   */
  public String text() throws NcException {
    if (type != NcType.CHAR) {
      throw new NcException(
          NcError.NC_ECHAR, "attribute '" + name + "' is of type " + type.symbol() + ", not text");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The same values under another name. */
  Attribute renamed(String newName) {
    return new Attribute(newName, type, bytes);
  }

  byte[] owned() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attribute a
        && name.equals(a.name)
        && type == a.type
        && Arrays.equals(bytes, a.bytes);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return name + ": " + length() + " of " + type.symbol();
  }
}
