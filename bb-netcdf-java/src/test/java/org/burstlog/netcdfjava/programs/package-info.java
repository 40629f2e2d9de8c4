/** Programs that write by NetCDF-Java and know nothing of Burstlog, for JVMs of their own. */
@NullMarked
package org.burstlog.netcdfjava.programs;

import org.jspecify.annotations.NullMarked;
