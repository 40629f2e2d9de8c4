/**
 * Process groups over Open MPI's Java bindings, and target files written through MPI-IO.
 *
 * <p>Implements the interfaces of bb-core that need a cluster: {@code ProcessGroup}, {@code
 * TargetFile} with the {@code TargetSystem} that opens it, and {@code Job}. Groups use mpi.jar,
 * files the MPI library itself by JNR-FFI; every return code is checked where it is returned, and
 * no native pointer leaves this package. One thread at a time uses a group or a target. A process
 * opens a target by a handle of its own, when it first uses it; collective writes of several
 * targets are put in one order for all processes by {@code FileTurn}.
 */
@NullMarked
package org.burstlog.mpi;

import org.jspecify.annotations.NullMarked;
