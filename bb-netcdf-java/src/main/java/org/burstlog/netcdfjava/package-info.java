/**
 * NetCDF-Java's programs with a burst buffer: {@link org.burstlog.netcdfjava.BurstFormatWriter} for
 * programs that are changed, and an agent for those that are not.
 *
 * <p>A value goes from a {@code ucar.ma2.Array} to an {@link org.burstlog.netcdf.NcMemory} ({@code
 * values.ArrayMemory}, without a copy where its elements lie side by side), and with a {@code
 * ucar.ma2.Section} or an origin as {@link org.burstlog.array.Region} to {@link
 * org.burstlog.netcdf.NcVariable#put}. From there it is an ordinary put of bb-netcdf.
 *
 * <p>A header goes one of two ways. {@code BurstFormatWriter} defines its file in an {@link
 * org.burstlog.netcdf.NcFile}, so the header is bb-netcdf's. Under the agent the header is
 * NetCDF-Java's own: its writer of netCDF-3 files writes it to a temporary file ({@code
 * redirect.HeaderFile}), whose bytes are copied to the target, which is then opened as an {@code
 * NcFile} for the values.
 *
 * <p>The agent has three parts, in three class loaders:
 *
 * <ul>
 *   <li>{@code agent}, on the class path of the program, knows the JDK only: {@code premain}, and
 *       the two functions that changed classes of NetCDF-Java call.
 *   <li>{@code weave}, in a loader of its own with bb-core, bb-netcdf and ASM, changes these
 *       classes.
 *   <li>{@code redirect} and {@code values}, in one more loader for each copy of NetCDF-Java in the
 *       program, know both sides.
 * </ul>
 *
 * <p>What is replaced is the object behind {@code IOServiceProviderWriter}, the interface between
 * NetCDF-Java's writers and what writes their files. It is narrow (eight methods), the same in 4.5
 * and 5.x, and lies behind all that makes a netCDF-3 header: names, paddings, the place of each
 * variable. A copy of the front class would have had to do all that again. Below it, at
 * NetCDF-Java's file of random access, values are single bytes in a buffer of 8 KiB already.
 *
 * <p>Depends on bb-netcdf and NetCDF-Java; law 11 is what its tests are about.
 */
@NullMarked
package org.burstlog.netcdfjava;

import org.jspecify.annotations.NullMarked;
