/**
 * Reads logs as a crash has left them, and judges what they hold: clean, torn, or damaged.
 *
 * <p>It may use the format and the view of a log's data, and not the writer. Keeps the law that
 * damage is never taken for data.
 */
@NullMarked
package org.burstlog.log.read;

import org.jspecify.annotations.NullMarked;
