/**
 * Arrays as they lie in the target, regions of them, and the extents of a region.
 *
 * <p>Pure arithmetic on 64-bit offsets, checked against overflow; the only code that flattens a
 * region into extents. Depends on nothing but the JDK.
 *
 * <p>An {@link org.burstlog.array.Array} and a {@link org.burstlog.array.Region} of it say which
 * bytes a put means. {@link org.burstlog.array.Footprint} answers in one pass over the dimensions
 * where they begin and end and how many there are; {@link org.burstlog.array.ExtentCursor} walks
 * them, one contiguous run after the other; {@link org.burstlog.array.ExtentCursors} keeps very
 * many such walks in one array of longs, for those who merge them; an {@link
 * org.burstlog.array.ExtentList} is what comes out.
 */
@NullMarked
package org.burstlog.array;

import org.jspecify.annotations.NullMarked;
