/**
 * What planning costs, and what the two known ways of doing it cost: flattening everything and
 * sorting, and a tree of extents kept at the put.
 */
@NullMarked
package org.burstlog.bench.plan;

import org.jspecify.annotations.NullMarked;
