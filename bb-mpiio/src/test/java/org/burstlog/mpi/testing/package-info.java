/**
 * Runs JUnit tests in every rank of an MPI job and shows them as tests of the JVM that started the
 * job.
 */
@NullMarked
package org.burstlog.mpi.testing;

import org.jspecify.annotations.NullMarked;
