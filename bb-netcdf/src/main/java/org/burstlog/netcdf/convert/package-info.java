/**
 * Numbers and text between the types of memory and those of a file.
 *
 * <p>{@link org.burstlog.netcdf.convert.Conversion} moves elements between Java arrays or byte
 * buffers and a byte buffer of the file's type, in whichever byte order that has: the machine's for
 * the log, the file's where there is none.
 */
@NullMarked
package org.burstlog.netcdf.convert;

import org.jspecify.annotations.NullMarked;
