/**
 * Tests of both ways for programs that write by NetCDF-Java. What the agent does is seen in JVMs of
 * its own, by the files that they leave.
 */
@NullMarked
package org.burstlog.netcdfjava;

import org.jspecify.annotations.NullMarked;
