/** Tests of what counts what is written to tiers, and of its limits. */
@NullMarked
package org.burstlog.wear;

import org.jspecify.annotations.NullMarked;
