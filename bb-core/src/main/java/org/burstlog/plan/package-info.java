/**
 * Two-level reordering: order records by first byte, cluster those that interleave, flatten only
 * those, resolve overlaps by put order, cut into rounds.
 *
 * <p>How data flows:
 *
 * <ol>
 *   <li>{@code Order} takes each record of the index for its first and last byte, sorts by the
 *       first in primitive arrays ({@code RadixSort}; not at all when the records came in order),
 *       and leaves out records without elements and those that a later put of the same region
 *       rewrites. Where the next record begins behind all bytes so far, a cluster ends.
 *   <li>{@link org.burstlog.plan.Plan} is that order, its totals and nothing else: twenty bytes a
 *       record, immutable.
 *   <li>{@link org.burstlog.plan.RoundCursor} sweeps over the target. A record that is alone in its
 *       cluster goes through extent by extent. In a cluster the records whose range the sweep has
 *       reached each have a cursor in {@code Frontier}, a merging queue; where two extents meet,
 *       the later put has the bytes and the earlier one skips them. No cluster is ever
 *       materialised.
 *   <li>{@link org.burstlog.plan.Round} is what comes out: extents, ascending and never touching,
 *       and the pieces of the log that fill them, cut by the {@link org.burstlog.plan.Limits}.
 *   <li>{@link org.burstlog.plan.Gather} copies a round's pieces into a buffer, turning byte order
 *       on the way. It needs the round and the log only, so that one thread may gather or write a
 *       round while another one fills the next.
 * </ol>
 *
 * <p>{@link org.burstlog.plan.Explain} has the numbers of it all.
 *
 * <p>Keeps the law that the last write wins inside a process. May use the arrays and the log's
 * index and data; knows nothing of process groups and target files.
 */
@NullMarked
package org.burstlog.plan;

import org.jspecify.annotations.NullMarked;
