/**
 * What a simulation code sees of netCDF: files, dimensions, variables, attributes.
 *
 * <p>Depends on bb-core only and knows nothing of MPI.
 */
@NullMarked
package org.burstlog.netcdf;

import org.jspecify.annotations.NullMarked;
