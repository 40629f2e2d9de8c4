package org.burstlog.netcdf;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Region;

/**
 * How values of any memory are put into a variable and got from it: the whole of it, or a region.
 * {@link NcAccess} has the same for arrays, and says what holds for all calls.
 *
 * @param <R> what a call returns
 */
public abstract sealed class NcMemoryAccess<R> permits NcAccess {
  NcMemoryAccess() {}

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
   * @throws IOException see {@link NcAccess}
   */
  public abstract R put(Region region, NcMemory values) throws IOException;

  /**
   * Puts many regions in one call.
   *
   * @param regions where; where they overlap, the last wins
   * @param values those of the first region, then those of the second and so on, side by side
   * @return see {@code R}
   * @throws IOException see {@link NcAccess}
   */
  public abstract R put(List<Region> regions, NcMemory values) throws IOException;

  /**
   * Gets a region.
   *
   * @param region where, of existing records only
   * @param into gets as many values as the region has elements
   * @return see {@code R}
   * @throws IOException see {@link NcAccess}
   */
  public abstract R get(Region region, NcMemory into) throws IOException;

  /**
   * Gets many regions in one call.
   *
   * @param regions where, of existing records only
   * @param into gets the values of the first region, then those of the second and so on
   * @return see {@code R}
   * @throws IOException see {@link NcAccess}
   */
  public abstract R get(List<Region> regions, NcMemory into) throws IOException;

  /**
   * Puts the whole variable. One with records gets as many records as there are values.
   *
   * @param values of all elements
   * @return see {@code R}
   * @throws IOException see {@link NcAccess}
   */
  public final R put(NcMemory values) throws IOException {
    return put(variable().whole(values), values);
  }

  /**
   * Gets the whole variable, all records that there are.
   *
   * @param into gets the values of all elements
   * @return see {@code R}
   * @throws IOException see {@link NcAccess}
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
   * @throws IOException see {@link NcAccess}; NC_EEDGE when the text is longer than the region
   */
  public final R put(Region region, String text) throws IOException {
    return put(region, Characters.fit(text, region, variable().name()));
  }

  /**
   * Puts text into the whole variable; not for one with records.
   *
   * @param text its UTF-8 is put, followed by zero bytes up to the end of the variable
   * @return see {@code R}
   * @throws IOException see {@link NcAccess}; NC_EEDGE when the text is longer than the variable
   */
  public final R put(String text) throws IOException {
    return put(variable().whole(), text);
  }
}
