/**
 * Copies between memory and bytes. Memory is what a program hands over: a primitive array, or a
 * byte buffer in the machine's byte order of which absolute positions count. Values to be put that
 * lie in neither as they are copied are {@link org.burstlog.array.memory.PiecewiseValues}. Bytes
 * are those of a log, of the target, or of a buffer on the way there.
 *
 * <p>The only code that tells the types of primitive arrays apart to copy them. {@link
 * org.burstlog.array.memory.Elements} are bytes that begin with a whole element; {@link
 * org.burstlog.array.memory.Bytes} are those of a buffer in which elements lie anywhere; {@link
 * org.burstlog.array.memory.RegionMemory} is memory that takes parts of a region.
 */
@NullMarked
package org.burstlog.array.memory;

import org.jspecify.annotations.NullMarked;
