/** Values of NetCDF-Java's arrays as memory of bb-netcdf. */
@NullMarked
package org.burstlog.netcdfjava.values;

import org.jspecify.annotations.NullMarked;
