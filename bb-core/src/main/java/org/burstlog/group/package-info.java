/**
 * The processes that share a target: {@link org.burstlog.group.ProcessGroup}, alone or as threads,
 * and which of them share a node.
 *
 * <p>A group begins a {@link org.burstlog.group.Collective} and gives what was {@link
 * org.burstlog.group.Begun}, to be asked or waited for; the calls that wait are these plus a wait.
 * An implementation, and whatever wraps one, has one method for all of them.
 *
 * <p>{@link org.burstlog.group.Together} takes steps in all processes and has them agree; {@link
 * org.burstlog.group.Ending} takes steps in one, each of them whatever becomes of the others.
 *
 * <p>Depends on nothing but the JDK; the implementation over MPI lives in a module of its own.
 */
@NullMarked
package org.burstlog.group;

import org.jspecify.annotations.NullMarked;
