/** What tests of files need, here and in modules that have other groups, targets or drivers. */
@NullMarked
package org.burstlog.netcdf.testing;

import org.jspecify.annotations.NullMarked;
