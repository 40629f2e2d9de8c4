/** Tests of copies on other nodes. */
@NullMarked
package org.burstlog.guard.copy;

import org.jspecify.annotations.NullMarked;
