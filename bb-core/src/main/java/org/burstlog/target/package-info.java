/**
 * What a drain writes to: {@link org.burstlog.target.TargetFile}, and its plain-file
 * implementation.
 *
 * <p>May use the extents of {@code org.burstlog.array} and the process group; knows nothing of
 * logs.
 */
@NullMarked
package org.burstlog.target;

import org.jspecify.annotations.NullMarked;
