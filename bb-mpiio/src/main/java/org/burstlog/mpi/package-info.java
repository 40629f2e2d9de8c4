/**
 * Process groups over Open MPI's Java bindings, and target files written through MPI-IO.
 *
 * <p>Implements the two interfaces of bb-core that need a cluster, {@code ProcessGroup} and {@code
 * TargetFile}; no native pointer leaves this package.
 */
@NullMarked
package org.burstlog.mpi;

import org.jspecify.annotations.NullMarked;
