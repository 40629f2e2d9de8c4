/** That all ways of the kernel {@code bundles} leave the same files. */
@NullMarked
package org.burstlog.bench.bundles;

import org.jspecify.annotations.NullMarked;
