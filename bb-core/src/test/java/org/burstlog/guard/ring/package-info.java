/** Tests of who keeps what for whom. */
@NullMarked
package org.burstlog.guard.ring;

import org.jspecify.annotations.NullMarked;
