/** The programme of tests of kernels and strategies, on threads and on MPI. */
@NullMarked
package org.burstlog.bench.run;

import org.jspecify.annotations.NullMarked;
