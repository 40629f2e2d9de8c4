/** Tests of the ladder of limits, in one process and with threads as ranks. */
@NullMarked
package org.burstlog.bench.ladder;

import org.jspecify.annotations.NullMarked;
