/** Tests of what kernels are made of. */
@NullMarked
package org.burstlog.bench.kernel;

import org.jspecify.annotations.NullMarked;
