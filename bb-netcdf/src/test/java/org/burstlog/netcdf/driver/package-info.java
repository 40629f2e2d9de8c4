/**
 * Tests of the parts of drivers that no file shows by itself. What drivers do together is tested by
 * the contracts of files.
 */
@NullMarked
package org.burstlog.netcdf.driver;

import org.jspecify.annotations.NullMarked;
