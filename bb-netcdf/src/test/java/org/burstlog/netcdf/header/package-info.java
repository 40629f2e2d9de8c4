/** Tests of headers and layouts, many of them against the programs of the C libraries. */
@NullMarked
package org.burstlog.netcdf.header;

import org.jspecify.annotations.NullMarked;
