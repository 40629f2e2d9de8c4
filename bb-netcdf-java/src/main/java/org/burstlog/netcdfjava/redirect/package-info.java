/**
 * What stands between a writer of NetCDF-Java and what writes its netCDF-3 files. Depends on
 * values, bb-netcdf and NetCDF-Java; nothing of it is in the library's jar.
 */
@NullMarked
package org.burstlog.netcdfjava.redirect;

import org.jspecify.annotations.NullMarked;
