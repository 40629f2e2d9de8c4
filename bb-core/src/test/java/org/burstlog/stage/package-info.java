/** Tests of staging: what fits into a time moves, and the rest stays. */
@NullMarked
package org.burstlog.stage;

import org.jspecify.annotations.NullMarked;
