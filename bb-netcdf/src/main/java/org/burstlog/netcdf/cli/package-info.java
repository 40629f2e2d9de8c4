/**
 * The {@code bb} verbs that know of netCDF files: they show a file together with what logs on the
 * tier have of it, and change neither. Like all verbs they need the command-line parser, an
 * optional dependency.
 */
@NullMarked
package org.burstlog.netcdf.cli;

import org.jspecify.annotations.NullMarked;
