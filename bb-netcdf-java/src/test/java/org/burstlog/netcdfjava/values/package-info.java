/** Tests of how NetCDF-Java's arrays become memory that variables are put from. */
@NullMarked
package org.burstlog.netcdfjava.values;

import org.jspecify.annotations.NullMarked;
