/**
 * The processes that share a target: {@link org.burstlog.group.ProcessGroup}, alone or as threads,
 * and which of them share a node.
 *
 * <p>Depends on nothing but the JDK; the implementation over MPI lives in a module of its own.
 */
@NullMarked
package org.burstlog.group;

import org.jspecify.annotations.NullMarked;
