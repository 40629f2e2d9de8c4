/** What changes classes of NetCDF-Java when they are loaded. Depends on ASM only. */
@NullMarked
package org.burstlog.netcdfjava.weave;

import org.jspecify.annotations.NullMarked;
