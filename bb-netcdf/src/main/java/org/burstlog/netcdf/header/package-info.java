/**
 * The header of a classic netCDF file (CDF-1, CDF-2 and CDF-5) and where its variables lie.
 *
 * <p>{@link org.burstlog.netcdf.header.Header} says what is defined, {@link
 * org.burstlog.netcdf.header.Layout} where it lies, and {@link
 * org.burstlog.netcdf.header.HeaderCodec} turns both into bytes and back. Nothing here touches a
 * file: bytes come from a {@link org.burstlog.netcdf.header.HeaderSource} and leave as a buffer, so
 * one process can read for many.
 */
@NullMarked
package org.burstlog.netcdf.header;

import org.jspecify.annotations.NullMarked;
