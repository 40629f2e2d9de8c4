/** Tests of the simulator. */
@NullMarked
package org.burstlog.bench.simulate;

import org.jspecify.annotations.NullMarked;
