/** Strategies that do wrong, so that it is seen whether anybody notices. */
@NullMarked
package org.burstlog.bench.strategy;

import org.jspecify.annotations.NullMarked;
