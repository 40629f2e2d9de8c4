/**
 * What a put costs: into an own log and a shared one, reused and fresh, beside one write of the
 * same bytes and a bare copy of them. {@link org.burstlog.bench.log.PutCost} measures processor
 * time, the JMH benchmarks the clock; {@code BenchLog} is what both put into.
 */
@NullMarked
package org.burstlog.bench.log;

import org.jspecify.annotations.NullMarked;
