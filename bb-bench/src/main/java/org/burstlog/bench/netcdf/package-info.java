/** What the netCDF layer costs: against MPI-IO alone, and as files grow in definitions. */
@NullMarked
package org.burstlog.bench.netcdf;

import org.jspecify.annotations.NullMarked;
