/**
 * The input and output of well-known codes and benchmarks, without their computations.
 *
 * <p>A {@link org.burstlog.bench.kernel.Kernel} with its parameters is a {@link
 * org.burstlog.bench.kernel.Program}, which writes in a {@link org.burstlog.bench.kernel.Space} and
 * verifies there what it has written. Every element has a value that follows from its variable, its
 * step and its place, see {@link org.burstlog.bench.kernel.Content}; it is written region by
 * region, and verified byte by byte through another door.
 */
@NullMarked
package org.burstlog.bench.kernel;

import org.jspecify.annotations.NullMarked;
