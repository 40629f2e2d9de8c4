/**
 * The demonstration: a small simulation, written as a user would write it, and the verb that runs
 * it with the burst buffer off and on and compares what it leaves.
 */
@NullMarked
package org.burstlog.bench.demo;

import org.jspecify.annotations.NullMarked;
