/**
 * Tests of MPI groups and targets. Classes that end in {@code Ranks} run inside every rank of a
 * job, those that end in {@code Test} start such jobs.
 */
@NullMarked
package org.burstlog.mpi;

import org.jspecify.annotations.NullMarked;
