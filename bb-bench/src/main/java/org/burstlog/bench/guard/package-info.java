/**
 * What it costs to keep logs on other nodes: the speed of parities. {@link
 * org.burstlog.bench.guard.EncodeCost} measures processor time, the JMH benchmark the clock.
 */
@NullMarked
package org.burstlog.bench.guard;

import org.jspecify.annotations.NullMarked;
