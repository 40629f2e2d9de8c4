/**
 * How the processes of a group share the work when several files are drained at once: which of them
 * write which file, which files wait for each other, and how long that takes.
 *
 * <p>Nothing here communicates or looks at a clock: who asks brings what all processes know, so
 * that all come to the same, and so that a simulator runs the same code.
 */
@NullMarked
package org.burstlog.drain.files;

import org.jspecify.annotations.NullMarked;
