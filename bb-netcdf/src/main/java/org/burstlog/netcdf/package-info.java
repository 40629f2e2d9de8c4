/**
 * What a simulation code sees of netCDF: files, dimensions, variables, attributes, requests.
 *
 * <p>{@link org.burstlog.netcdf.NcFile} is created or opened with {@link
 * org.burstlog.netcdf.NcOptions}, which bring the process group and what opens files; nothing here
 * knows MPI. Its definitions live in one place ({@code Definitions}), in define mode and out of it;
 * values go one way: {@link org.burstlog.netcdf.NcVariable} → {@code Transfers} → {@link
 * org.burstlog.netcdf.driver.Driver}. {@code Transfers} is the front: it checks every argument,
 * once; and hands on the user's own array, or values that are converted to the file's type in the
 * machine's byte order when they are copied; drivers only move bytes, so they stack.
 *
 * <p>How a value is put is said by the receiver of the call, not by a mode of the file: {@code
 * variable.put} concerns this process alone, {@code variable.collective().put} is made by all
 * together, {@code variable.nonblocking().put} only begins. What is put is said by a {@code
 * Region}, what lies in memory by an {@link org.burstlog.netcdf.NcMemory}; both together cover
 * whole variables, elements, subarrays, strides, maps, ghost cells, buffers and unsigned numbers
 * without a method for each. Collective calls end in a verdict for all: who has wrong arguments
 * still takes part, with nothing to transfer and with what is wrong.
 *
 * <p>Depends on bb-core only.
 */
@NullMarked
package org.burstlog.netcdf;

import org.jspecify.annotations.NullMarked;
