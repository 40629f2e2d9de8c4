package org.burstlog.bench.run;

import java.util.List;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.kernel.Program;
import org.burstlog.bench.strategy.Strategy;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for.
 *
 * @param kernel the kernel
 * @param preset the name of a set of its parameters, or null
 * @param parameters their values
 * @param program the kernel with them
 * @param strategies how to write, in turns
 * @param repeat how often each
 * @param keep whether files stay
 */
record Job(
    Kernel kernel,
    @Nullable String preset,
    Parameters parameters,
    Program program,
    List<Strategy> strategies,
    int repeat,
    boolean keep) {}
