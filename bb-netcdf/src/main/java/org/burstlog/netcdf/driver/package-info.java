/**
 * What moves values between memory and the target: {@link org.burstlog.netcdf.driver.Driver}, and
 * the one that goes straight to the file.
 *
 * <p>What comes here has been checked and converted: regions lie inside their variables, values are
 * of the file's type in the machine's byte order, and the file is in the mode the call needs.
 * Drivers do not check again, and stack: each hands on to the next what it has no part in.
 */
@NullMarked
package org.burstlog.netcdf.driver;

import org.jspecify.annotations.NullMarked;
