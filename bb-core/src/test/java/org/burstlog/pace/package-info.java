/** Rests and delays by a clock that tests move by hand. */
@NullMarked
package org.burstlog.pace;

import org.jspecify.annotations.NullMarked;
