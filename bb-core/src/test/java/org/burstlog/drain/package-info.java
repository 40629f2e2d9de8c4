/**
 * Random programs of several processes that put, drain, fail and drain again, compared with an
 * array of bytes; and what every process is told when a drain fails in some.
 */
@NullMarked
package org.burstlog.drain;

import org.jspecify.annotations.NullMarked;
