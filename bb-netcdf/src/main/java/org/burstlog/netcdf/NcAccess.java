package org.burstlog.netcdf;

import java.io.IOException;
import java.util.List;
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
public abstract class NcAccess<R> {
  NcAccess() {}

  /**
   * Returns the variable.
   *
   * @return the variable whose values these calls transfer
   */
  public abstract NcVariable variable();

  /**
   * Puts a region.
   *
   * @param region where; see {@link Region#of(long[], long[], long[])} for strides
   * @param values as many as the region has elements, or more
   * @return see {@code R}
   * @throws IOException see the class
   */
  public abstract R put(Region region, NcMemory values) throws IOException;

  /**
   * Puts many regions in one call. In the burst buffer each is a record of its own: behind a crash,
   * or for a reader meanwhile, the first ones may be there without the others.
   *
   * @param regions where; where they overlap, the last wins
   * @param values those of the first region, then those of the second and so on, side by side
   * @return see {@code R}
   * @throws IOException see the class
   */
  public abstract R put(List<Region> regions, NcMemory values) throws IOException;

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets as many values as the region has elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public abstract R get(Region region, NcMemory into) throws IOException;

  /**
   * Gets many regions in one call.
   *
   * @param regions where, of existing records only
   * @param into gets the values of the first region, then those of the second and so on
   * @return see {@code R}
   * @throws IOException see the class
   */
  public abstract R get(List<Region> regions, NcMemory into) throws IOException;

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R put(NcMemory values) throws IOException {
    return put(variable().whole(values), values);
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values of all elements
   * @return see {@code R}
   * @throws IOException see the class
   */
  public final R get(NcMemory into) throws IOException {
    return get(variable().whole(), into);
  }

  /**
   * Puts text into a region.
   *
   * @param region where
   * @param text its UTF-8 is put, followed by zero bytes up to the end of the region
   * @return see {@code R}
   * @throws IOException see the class; NC_EEDGE when the text is longer than the region
   */
  public final R put(Region region, String text) throws IOException {
    return put(region, Characters.fit(text, region, variable().name()));
  }

  /**
   * Puts text into the whole variable; not for one with records.
   *
   * @param text its UTF-8 is put, followed by zero bytes up to the end of the variable
   * @return see {@code R}
   * @throws IOException see the class; NC_EEDGE when the text is longer than the variable
   */
  public final R put(String text) throws IOException {
    return put(variable().whole(), text);
  }

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
