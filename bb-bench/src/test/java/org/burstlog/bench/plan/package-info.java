/**
 * The rivals that plans are measured against end with the same bytes, or the ratios would be of
 * different work.
 */
@NullMarked
package org.burstlog.bench.plan;

import org.jspecify.annotations.NullMarked;
