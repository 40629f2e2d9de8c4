/**
 * How fast drains are, beside plain MPI-IO: {@link org.burstlog.bench.drain.DrainSpeed}, run in
 * every rank of an MPI job.
 */
@NullMarked
package org.burstlog.bench.drain;

import org.jspecify.annotations.NullMarked;
