/** Drains that fail and random programs against an oracle. */
@NullMarked
package org.burstlog.drain;

import org.jspecify.annotations.NullMarked;
