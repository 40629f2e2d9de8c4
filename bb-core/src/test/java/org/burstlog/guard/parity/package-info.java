/** Tests of parity of growing logs: every loss, every crash, every flip. */
@NullMarked
package org.burstlog.guard.parity;

import org.jspecify.annotations.NullMarked;
