/**
 * The drain: moves pending records to the target in rounds that all processes agree on.
 *
 * <p>{@link org.burstlog.drain.Drain} makes a {@link org.burstlog.drain.Task} of it, of which each
 * step does a bounded piece of work and waits for no other process. Its stages are those of {@code
 * DrainStages}: plan, learn what all have, choose a {@link org.burstlog.drain.Strategy}, write,
 * sync, prove, reset; each returns a {@code Next}. Each strategy is one implementation of {@code
 * Rounds}; what may fail in one process runs in {@code DrainState}, which makes one verdict of it.
 * {@link org.burstlog.drain.DirectPut} and {@link org.burstlog.drain.PlannedPut} write past the
 * log.
 *
 * <p>Keeps the law that a log goes only after its data is proven in the target, and the law that
 * every process gets the same verdict. May use the log, the plan, the target and the group.
 */
@NullMarked
package org.burstlog.drain;

import org.jspecify.annotations.NullMarked;
