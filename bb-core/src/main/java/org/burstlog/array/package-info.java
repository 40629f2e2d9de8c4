/**
 * Arrays as they lie in the target, regions of them, and the extents of a region.
 *
 * <p>Pure arithmetic on 64-bit offsets, checked against overflow; the only code that flattens a
 * region into extents. Depends on nothing but the JDK.
 */
@NullMarked
package org.burstlog.array;

import org.jspecify.annotations.NullMarked;
