/**
 * What a drain writes to: {@link org.burstlog.target.TargetFile}, and its plain-file
 * implementation.
 *
 * <p>May use the extents of {@code org.burstlog.array}, the process group, and of {@code
 * org.burstlog.storage} the file channel that interrupts do not close; knows nothing of logs.
 */
@NullMarked
package org.burstlog.target;

import org.jspecify.annotations.NullMarked;
