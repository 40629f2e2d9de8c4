package org.burstlog.netcdf;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Text;

/**
 * The calls that return when the transfer is done: those of {@link NcAccess}, single elements, and
 * gets that make the array themselves.
 */
public abstract class NcData extends NcAccess<NcData> {
  NcData() {}

  /**
   * Gets text.
   *
   * @param region where
   * @return the text up to the first zero byte
   * @throws IOException see {@link NcAccess}
   */
  public final String getText(Region region) throws IOException {
    byte[] bytes = new byte[size(region)];
    get(region, NcMemory.of(bytes).text());
    return Text.decode(bytes);
  }

  /**
   * Gets the text of the whole variable.
   *
   * @return the text up to the first zero byte
   * @throws IOException see {@link NcAccess}
   */
  public final String getText() throws IOException {
    return getText(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(byte value, long... index) throws IOException {
    return put(element(index), new byte[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final byte getByte(long... index) throws IOException {
    byte[] value = new byte[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, bytes, as numbers
   * @throws IOException see {@link NcAccess}
   */
  public final byte[] getBytes(Region region) throws IOException {
    byte[] values = new byte[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, bytes, as numbers
   * @throws IOException see {@link NcAccess}
   */
  public final byte[] getBytes() throws IOException {
    return getBytes(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(short value, long... index) throws IOException {
    return put(element(index), new short[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final short getShort(long... index) throws IOException {
    short[] value = new short[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, shorts
   * @throws IOException see {@link NcAccess}
   */
  public final short[] getShorts(Region region) throws IOException {
    short[] values = new short[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, shorts
   * @throws IOException see {@link NcAccess}
   */
  public final short[] getShorts() throws IOException {
    return getShorts(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(int value, long... index) throws IOException {
    return put(element(index), new int[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final int getInt(long... index) throws IOException {
    int[] value = new int[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, ints
   * @throws IOException see {@link NcAccess}
   */
  public final int[] getInts(Region region) throws IOException {
    int[] values = new int[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, ints
   * @throws IOException see {@link NcAccess}
   */
  public final int[] getInts() throws IOException {
    return getInts(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(long value, long... index) throws IOException {
    return put(element(index), new long[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final long getLong(long... index) throws IOException {
    long[] value = new long[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, longs
   * @throws IOException see {@link NcAccess}
   */
  public final long[] getLongs(Region region) throws IOException {
    long[] values = new long[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, longs
   * @throws IOException see {@link NcAccess}
   */
  public final long[] getLongs() throws IOException {
    return getLongs(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(float value, long... index) throws IOException {
    return put(element(index), new float[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final float getFloat(long... index) throws IOException {
    float[] value = new float[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, floats
   * @throws IOException see {@link NcAccess}
   */
  public final float[] getFloats(Region region) throws IOException {
    float[] values = new float[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, floats
   * @throws IOException see {@link NcAccess}
   */
  public final float[] getFloats() throws IOException {
    return getFloats(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(double value, long... index) throws IOException {
    return put(element(index), new double[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final double getDouble(long... index) throws IOException {
    double[] value = new double[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, doubles
   * @throws IOException see {@link NcAccess}
   */
  public final double[] getDoubles(Region region) throws IOException {
    double[] values = new double[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, doubles
   * @throws IOException see {@link NcAccess}
   */
  public final double[] getDoubles() throws IOException {
    return getDoubles(variable().whole());
  }

  /**
   * Puts one element.
   *
   * @param value its value
   * @param index where, one for each dimension; none for a scalar
   * @return this
   * @throws IOException see {@link NcAccess}
   */
  public final NcData set(char value, long... index) throws IOException {
    return put(element(index), new char[] {value});
  }

  /**
   * Gets one element.
   *
   * @param index where, one for each dimension; none for a scalar
   * @return its value
   * @throws IOException see {@link NcAccess}
   */
  public final char getChar(long... index) throws IOException {
    char[] value = new char[1];
    get(element(index), value);
    return value[0];
  }

  /**
   * Gets a region.
   *
   * @param region where
   * @return the values, characters up to 255, as text
   * @throws IOException see {@link NcAccess}
   */
  public final char[] getChars(Region region) throws IOException {
    char[] values = new char[size(region)];
    get(region, values);
    return values;
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @return the values, characters up to 255, as text
   * @throws IOException see {@link NcAccess}
   */
  public final char[] getChars() throws IOException {
    return getChars(variable().whole());
  }

  @SuppressWarnings("NullAway") // What is missing is told by the call that follows.
  private static Region element(long[] index) {
    if (index == null) {
      return null;
    }
    Region region = new Region(index.length);
    for (int d = 0; d < index.length; d++) {
      region.set(d, index[d], 1, 1);
    }
    return region;
  }

  /** For a region that is not right, anything: the call that follows says what is wrong. */
  private static int size(Region region) {
    if (region == null) {
      return 0;
    }
    long elements = 1;
    for (int d = 0; d < region.rank(); d++) {
      if (region.count(d) <= 0 || elements > Integer.MAX_VALUE / region.count(d)) {
        return 0;
      }
      elements *= region.count(d);
    }
    return (int) elements;
  }
}
