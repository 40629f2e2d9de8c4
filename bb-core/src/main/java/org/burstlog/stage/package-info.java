/**
 * Staging: what was put moves out of the tier to the targets by itself, when it is asked for or at
 * the end of a job, as far as the time suffices.
 *
 * <p>It uses recovery, which does the moving; the commands use it. Keeps the law that nothing is
 * lost: what does not fit into the time stays on the tier, whole, and can be replayed.
 */
@NullMarked
package org.burstlog.stage;

import org.jspecify.annotations.NullMarked;
