/**
 * The ladder of limits: what each layer below a burst buffer is good for by itself, measured in one
 * job by {@link org.burstlog.bench.ladder.LadderRun}, so that it can be said how far the whole is
 * from what is possible.
 */
@NullMarked
package org.burstlog.bench.ladder;

import org.jspecify.annotations.NullMarked;
