/**
 * Ways to write the same file: with and without a log, in the manner of this library and of others.
 *
 * <p>A {@link org.burstlog.bench.strategy.Strategy} creates files for a kernel and gives it an
 * {@link org.burstlog.bench.strategy.Output} for each; what that took is kept in {@link
 * org.burstlog.bench.strategy.Measures}. Whatever the strategy, the file that is left is the same.
 */
@NullMarked
package org.burstlog.bench.strategy;

import org.jspecify.annotations.NullMarked;
