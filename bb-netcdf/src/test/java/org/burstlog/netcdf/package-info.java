/** Tests of the netCDF interface. */
@NullMarked
package org.burstlog.netcdf;

import org.jspecify.annotations.NullMarked;
