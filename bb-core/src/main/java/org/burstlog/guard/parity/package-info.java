/**
 * Parity of growing logs, and lanes rebuilt from it.
 *
 * <p>The logs of a set of nodes are protected lane by lane: the first lane of each node with the
 * first of the others, and so on, metadata and data apart. What is protected of a lane is its
 * <i>body</i>, all behind the header block; the header block changes in place, and is kept in
 * copies. A body is cut into chunks, and a stripe is made of a chunk of each member but those that
 * keep it, in turn ({@link org.burstlog.guard.parity.StripeLayout}).
 *
 * <p>Chunks arrive at each keeper of their stripe as they are. When all of a stripe are there, the
 * keeper makes its parity, syncs it, and deletes the chunks. Parity is never changed in place: half
 * a change would spoil the protection of all members. So a keeper has either the chunks or a whole
 * parity, whenever it dies, and nobody reads a log back.
 *
 * <p>Until a stripe is complete its keepers hold the chunks that have arrived, so a member that
 * puts less than others has those kept as copies until its log is sealed.
 *
 * <p>Parity of an epoch needs the chunks of all members as they were. So none of them may begin its
 * log anew before all of them may, which is when the epoch is proven for all; then each keeper
 * deletes what it has.
 *
 * <p>No session uses this yet: chunks have to be brought to keepers as copies of logs are, and
 * draining alone to be refused, before one can.
 */
@NullMarked
package org.burstlog.guard.parity;

import org.jspecify.annotations.NullMarked;
