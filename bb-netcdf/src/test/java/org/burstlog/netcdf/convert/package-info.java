/**
 * Conversions of every type of memory to every type of file and back, of edge values and random
 * ones, compared with exact arithmetic.
 */
@NullMarked
package org.burstlog.netcdf.convert;

import org.jspecify.annotations.NullMarked;
