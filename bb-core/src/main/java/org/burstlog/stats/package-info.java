/**
 * What the burst buffer of a file has done: counters, the report at close, and events for Java
 * Flight Recorder.
 *
 * <p>Counting costs a put a few nanoseconds; events cost nothing unless somebody records.
 */
@NullMarked
package org.burstlog.stats;

import org.jspecify.annotations.NullMarked;
