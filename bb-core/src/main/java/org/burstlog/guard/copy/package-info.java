/**
 * Copies of logs on other nodes, made while the logs grow, so that what was put survives the loss
 * of a node with its tier.
 *
 * <p>A copy is a log: the same bytes at the same places, in a directory of its own on the tier of
 * the node that keeps it, so that all that reads logs reads copies. Each process sends what it puts
 * to one process of each node that keeps copies for its node, by TCP and not by MPI: it needs no
 * thread level, no meeting, and a connection may fail without the job. The parts:
 *
 * <ul>
 *   <li>{@link org.burstlog.guard.copy.Copies} is what a session has: the logs that are copied from
 *       here, and those that are kept here for others.
 *   <li>A link is a thread that copies the logs of this process to one keeper. It reads the log's
 *       own memory, behind the puts, and sends data before entries. If the connection is lost it
 *       makes another one and goes on where the keeper says.
 *   <li>A keeper listens for the links of those whose copies it has, writes what they send as a log
 *       is written, and tells how far it has come: one position a lane.
 *   <li>What a drain of all processes has proven in the target each keeper gives up by itself, as
 *       its process takes part in that drain. So no copy is ever older than what is in the target,
 *       also where its link is cut.
 * </ul>
 *
 * <p>Where parity is kept in the place of copies, links send each keeper the chunks whose stripes
 * it keeps and how far they have come, and keepers make parity of chunks of several nodes; all else
 * is the same.
 *
 * <p>Keeps the laws that a put communicates only where its durability asks for it, that what is
 * proven in the target is never replayed over something newer, and that a full tier is not fatal.
 * Knows logs and groups; nothing of drains and targets.
 */
@NullMarked
package org.burstlog.guard.copy;

import org.jspecify.annotations.NullMarked;
