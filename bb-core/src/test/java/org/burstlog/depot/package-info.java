/** What is said of tiers that are slow, by a clock that only writes move. */
@NullMarked
package org.burstlog.depot;

import org.jspecify.annotations.NullMarked;
