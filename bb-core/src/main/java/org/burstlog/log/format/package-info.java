/**
 * What stands in the files of a log, and how files and directories are named: one class describes
 * each structure. {@code docs/log-format.md} is its page.
 *
 * <p>It may use the arrays. Keeps the law that the format is told in one place.
 */
@NullMarked
package org.burstlog.log.format;

import org.jspecify.annotations.NullMarked;
