/** Copies between memory and bytes against one that moves a byte at a time. */
@NullMarked
package org.burstlog.array.memory;

import org.jspecify.annotations.NullMarked;
