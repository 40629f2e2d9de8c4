/**
 * The two files of a log as a writer sees them: space that is mapped or written, the budget it
 * comes from, and the appending of entries. And the directory of a session, in which they lie.
 *
 * <p>It may use the format, the arrays, and the storage door, and nothing else reaches files of the
 * tier. Keeps the law that a put allocates nothing and copies once.
 */
@NullMarked
package org.burstlog.log.file;

import org.jspecify.annotations.NullMarked;
