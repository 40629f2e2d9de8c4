/**
 * What moves values between memory and the target: {@link org.burstlog.netcdf.driver.Driver}, one
 * that goes straight to the file, one with a burst buffer in between, and one for readers, who see
 * what logs have of the file as well. In front of them {@link
 * org.burstlog.netcdf.driver.MeetingGroup} sees that processes meet in the same collective call,
 * and carries to the others how a put went that waited for nobody.
 *
 * <p>What comes here has been checked and converted: regions lie inside their variables, values are
 * of the file's type in the machine's byte order, and the file is in the mode the call needs.
 * Drivers do not check again, and stack: each hands on to the next what it has no part in.
 */
@NullMarked
package org.burstlog.netcdf.driver;

import org.jspecify.annotations.NullMarked;
