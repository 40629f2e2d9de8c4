/** Tests of parities, against arithmetic by single bits. */
@NullMarked
package org.burstlog.guard.code;

import org.jspecify.annotations.NullMarked;
