/**
 * What the netCDF layer costs. {@link org.burstlog.bench.netcdf.PutBandwidth} runs in every rank of
 * an MPI job and writes the same bytes by collective puts and by MPI-IO alone, in turns; {@link
 * org.burstlog.bench.netcdf.ManyVariables} follows files as they grow in definitions.
 */
@NullMarked
package org.burstlog.bench.netcdf;

import org.jspecify.annotations.NullMarked;
