/**
 * Parity of growing logs, and lanes rebuilt from it.
 *
 * <p>The logs of a set of nodes are protected lane by lane: the first lane of each node with the
 * first of the others, and so on, metadata and data apart. What is protected of a lane is its
 * <i>body</i>, all behind the header block, in the order in which it was put; what the header block
 * says is in a note that each keeper has of the lane ({@link
 * org.burstlog.guard.parity.ParityNote}), with how far the keeper has come. A body is cut into
 * chunks, and a stripe is made of a chunk of each member but those that keep it, in turn ({@link
 * org.burstlog.guard.parity.StripeLayout}).
 *
 * <p>Chunks arrive at each keeper of their stripe as they are. When all of a stripe are there, the
 * keeper makes its parity, syncs it, and deletes the chunks. Parity is never changed in place: half
 * a change would spoil the protection of all members. So a keeper has either the chunks or a whole
 * parity, whenever it dies, and nobody reads a log back.
 *
 * <p>Until a stripe is complete its keepers hold the chunks that have arrived, so a member that
 * puts less than others has those kept as copies until the epoch is drained.
 *
 * <p>Parity of an epoch needs the chunks of all members as they were, until the epoch is proven for
 * all; then each keeper deletes what it has. A member that has drained alone before, because its
 * log was full, is noted as such: what it had is never rebuilt, and counts as lost for the others.
 */
@NullMarked
package org.burstlog.guard.parity;

import org.jspecify.annotations.NullMarked;
