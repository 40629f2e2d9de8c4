/**
 * Plans of random records, executed and compared with {@code Naive}, which writes every put in its
 * order; that none flattens what it need not; and how memory and time grow with records.
 */
@NullMarked
package org.burstlog.plan;

import org.jspecify.annotations.NullMarked;
