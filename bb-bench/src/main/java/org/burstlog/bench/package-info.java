/**
 * Everything that is measured or shown, and not used by programs: kernels and the strategies they
 * are run with, benchmarks of single rooms ({@code log}, {@code plan}, {@code drain}, {@code
 * netcdf}), and the demonstration.
 *
 * <p>May use every other module; nothing depends on it.
 */
@NullMarked
package org.burstlog.bench;

import org.jspecify.annotations.NullMarked;
