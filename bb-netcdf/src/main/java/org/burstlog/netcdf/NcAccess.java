package org.burstlog.netcdf;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;

/**
 * How values are put into a variable and got from it: the whole of it, or a region, from and into
 * arrays of any type.
 *
 * <p>Numbers are converted between memory and file. One that does not fit becomes the fill value,
 * all others are transferred, and the call reports {@link NcError#NC_ERANGE} with the index of the
 * first; of a call that only begins a transfer, its request reports it. Text goes with variables of
 * type {@code NC_CHAR} only. What the overloads with arrays do not cover (unsigned numbers,
 * buffers, memory with gaps) is said with an {@link NcMemory}.
 *
 * <p>All calls throw {@link NcException} with one of NC_EBADID, NC_EINDEFINE, NC_EPERM, NC_EINVAL,
 * NC_EINVALCOORDS, NC_EEDGE, NC_ENEGATIVECNT, NC_ESTRIDE, NC_EIOMISMATCH, NC_ECHAR, NC_ERANGE, with
 * the variable, the index and what to do; and {@link IOException} when the file system fails.
 *
 * @param <R> what a call returns: something to go on with, or a request to wait for
 */
public abstract non-sealed class NcAccess<R> extends NcMemoryAccess<R> {
  NcAccess() {}

  /**
   * Puts a region.
   *
   * @param region where
   * @param values bytes, as numbers, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, byte[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values bytes, as numbers, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(byte[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, bytes, as numbers
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, byte[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, bytes, as numbers
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(byte[] into) throws IOException {
    return get(NcMemory.of(into));
  }

  /**
   * Puts a region.
   *
   * @param region where
   * @param values shorts, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, short[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values shorts, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(short[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, shorts
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, short[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, shorts
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(short[] into) throws IOException {
    return get(NcMemory.of(into));
  }

  /**
   * Puts a region.
   *
   * @param region where
   * @param values ints, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, int[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values ints, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(int[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, ints
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, int[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, ints
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(int[] into) throws IOException {
    return get(NcMemory.of(into));
  }

  /**
   * Puts a region.
   *
   * @param region where
   * @param values longs, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, long[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values longs, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(long[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, longs
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, long[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, longs
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(long[] into) throws IOException {
    return get(NcMemory.of(into));
  }

  /**
   * Puts a region.
   *
   * @param region where
   * @param values floats, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, float[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values floats, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(float[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, floats
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, float[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, floats
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(float[] into) throws IOException {
    return get(NcMemory.of(into));
  }

  /**
   * Puts a region.
   *
   * @param region where
   * @param values doubles, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, double[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values doubles, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(double[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, doubles
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, double[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, doubles
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(double[] into) throws IOException {
    return get(NcMemory.of(into));
  }

  /**
   * Puts a region.
   *
   * @param region where
   * @param values characters up to 255, as text, at least as many as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(Region region, char[] values) throws IOException {
    return put(region, NcMemory.of(values));
  }

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values characters up to 255, as text, of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(char[] values) throws IOException {
    return put(NcMemory.of(values));
  }

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets the values, characters up to 255, as text
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(Region region, char[] into) throws IOException {
    return get(region, NcMemory.of(into));
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values, characters up to 255, as text
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(char[] into) throws IOException {
    return get(NcMemory.of(into));
  }
}
