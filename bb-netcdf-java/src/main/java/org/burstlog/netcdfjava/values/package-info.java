/**
 * Values of NetCDF-Java's arrays as memory of bb-netcdf, and variables that take them. Used by both
 * ways of writing; depends on bb-netcdf and NetCDF-Java.
 */
@NullMarked
package org.burstlog.netcdfjava.values;

import org.jspecify.annotations.NullMarked;
