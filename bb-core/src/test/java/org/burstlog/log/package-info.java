/** What the log promises, tried on every layout, every way to write and every kind of bad day. */
@NullMarked
package org.burstlog.log;

import org.jspecify.annotations.NullMarked;
