/**
 * Two-level reordering: order records by first byte, cluster those that interleave, flatten only
 * those, resolve overlaps by put order, cut into rounds.
 *
 * <p>Keeps the law that the last write wins inside a process. May use the arrays and the log's
 * index and data; knows nothing of process groups and target files.
 */
@NullMarked
package org.burstlog.plan;

import org.jspecify.annotations.NullMarked;
