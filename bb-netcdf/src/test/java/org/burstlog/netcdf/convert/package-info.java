/** Tests of conversions against exact arithmetic. */
@NullMarked
package org.burstlog.netcdf.convert;

import org.jspecify.annotations.NullMarked;
