/**
 * Who keeps what for whom, so that what was acknowledged survives the loss of nodes: failure
 * domains, keepers of copies, sets of nodes for parity, and what the loss of given nodes loses.
 *
 * <p>All of it is computed: the same domains give the same keepers in every process, and nobody has
 * to be asked. It knows no files and sends nothing.
 */
@NullMarked
package org.burstlog.guard.ring;

import org.jspecify.annotations.NullMarked;
