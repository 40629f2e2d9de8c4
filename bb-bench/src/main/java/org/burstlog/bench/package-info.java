/**
 * Kernels that measure, strategies they are measured against, and the demonstration.
 *
 * <p>May use every other module; nothing depends on it.
 */
@NullMarked
package org.burstlog.bench;

import org.jspecify.annotations.NullMarked;
