/** Tests of who keeps what for whom, on random lists of failure domains. */
@NullMarked
package org.burstlog.guard.ring;

import org.jspecify.annotations.NullMarked;
