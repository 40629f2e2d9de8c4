/**
 * The report of a file: what the program waited for, what the processes did, and what to set.
 *
 * <p>A {@link org.burstlog.report.Recorder} looks at the counters of one process from time to time
 * and writes what it finds to a small file on the tier, so that the report survives a crash. A
 * {@link org.burstlog.report.Run} is what all processes have to report. {@link
 * org.burstlog.report.Advice} follows from its numbers alone. Puts do nothing for a report.
 */
@NullMarked
package org.burstlog.report;

import org.jspecify.annotations.NullMarked;
