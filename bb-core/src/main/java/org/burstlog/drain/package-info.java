/**
 * The drain: moves pending records to the target in rounds that all processes agree on.
 *
 * <p>Keeps the law that a log goes only after its data is proven in the target, and the law that
 * every process gets the same verdict. May use the log, the plan, the target and the group.
 */
@NullMarked
package org.burstlog.drain;

import org.jspecify.annotations.NullMarked;
