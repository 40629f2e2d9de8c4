/**
 * A program that writes a file and one that reads it at the same time, each in a virtual machine of
 * its own, and each killed at any moment.
 *
 * <p>{@link org.burstlog.netcdf.crash.PuttingProgram} puts, {@link
 * org.burstlog.netcdf.crash.ReadingProgram} reads and judges what it has read, and {@link
 * org.burstlog.netcdf.crash.Board} is the memory through which they and the test tell each other
 * how far they are; a kill loses nothing of it.
 */
@NullMarked
package org.burstlog.netcdf.crash;

import org.jspecify.annotations.NullMarked;
