/**
 * The kernel {@code bundles}: what a climate code writes at each output time, several files of
 * different sizes whose planes all processes share, and ways to write it.
 */
@NullMarked
package org.burstlog.bench.bundles;

import org.jspecify.annotations.NullMarked;
