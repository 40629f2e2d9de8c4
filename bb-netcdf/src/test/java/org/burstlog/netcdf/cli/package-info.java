/** The verbs that show a netCDF file together with its logs, called as {@code bb} calls them. */
@NullMarked
package org.burstlog.netcdf.cli;

import org.jspecify.annotations.NullMarked;
