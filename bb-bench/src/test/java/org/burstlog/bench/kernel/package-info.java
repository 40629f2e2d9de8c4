/** Tests of what kernels are made of: the values by which it is seen that each is in its place. */
@NullMarked
package org.burstlog.bench.kernel;

import org.jspecify.annotations.NullMarked;
