/** Tests of the verb {@code bb bench}, most of them without MPI. */
@NullMarked
package org.burstlog.bench.report;

import org.jspecify.annotations.NullMarked;
