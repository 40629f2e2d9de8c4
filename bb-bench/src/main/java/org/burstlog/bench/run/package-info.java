/**
 * What every rank of a benchmark runs: a kernel by several strategies, in turns, each run verified
 * and told as a line of JSON as soon as it has ended.
 */
@NullMarked
package org.burstlog.bench.run;

import org.jspecify.annotations.NullMarked;
