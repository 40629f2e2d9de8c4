/**
 * Programs of several ranks that write a netCDF file and are killed, and a model that knows what
 * must be left of what they did.
 *
 * <p>{@link org.burstlog.bench.netcdf.kill.Victim} is what each rank runs; {@link
 * org.burstlog.bench.netcdf.kill.Work} is what it puts, and knows the values without any of the
 * code under test; {@link org.burstlog.bench.netcdf.kill.Killer} starts jobs and judges the file.
 */
@NullMarked
package org.burstlog.bench.netcdf.kill;

import org.jspecify.annotations.NullMarked;
