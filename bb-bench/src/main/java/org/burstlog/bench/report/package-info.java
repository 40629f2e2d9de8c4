/**
 * The verb {@code bb bench}: starts kernels under mpirun, follows their results, and makes tables
 * and a page of them.
 *
 * <p>A {@link org.burstlog.bench.report.Result} is one line that a run wrote, whoever wrote it: our
 * kernels or the C library's. Several of them in the same {@link org.burstlog.bench.report.Setup}
 * are summed up to best and median; nothing is averaged, as what disturbs a run only ever makes it
 * slower. What is started or made on the way is undone by {@link org.burstlog.bench.report.Undo},
 * also when the user interrupts.
 */
@NullMarked
package org.burstlog.bench.report;

import org.jspecify.annotations.NullMarked;
