/**
 * The demonstration: a small simulation, written as a user would write it, and the verb that runs
 * it with the burst buffer off and on, kills it, and looks at what it leaves.
 *
 * <p>{@link org.burstlog.bench.demo.ShallowWater} is the program of the user guide; it knows
 * nothing of the rest of this package. A {@code Place} says where it runs: on this machine's files,
 * on a file system that counts requests, or on several nodes with an emulated parallel file system,
 * of which the last two use the commands below {@code native/}. Everything happens in processes of
 * their own that are started by the commands that a user would type.
 */
@NullMarked
package org.burstlog.bench.demo;

import org.jspecify.annotations.NullMarked;
