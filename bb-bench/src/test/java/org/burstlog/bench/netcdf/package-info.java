/** The programme of tests of netCDF files on MPI: the one module that knows both runs it. */
@NullMarked
package org.burstlog.bench.netcdf;

import org.jspecify.annotations.NullMarked;
