package org.burstlog.report;

import org.burstlog.stats.Statistics;

/**
 * What one process has to report at one moment.
 *
 * @param subject what it is about
 * @param state how far the file has come
 * @param counted its counters
 * @param elapsed nanoseconds since the file was opened
 * @param pending bytes in its logs that are not known to be in the target
 * @param writes calls that have written to the target
 * @param written bytes of these
 * @param own nanoseconds that the report itself took
 * @param servers what was written to which server
 * @param heat when it put and drained
 */
public record Figures(
    Subject subject,
    State state,
    Statistics counted,
    long elapsed,
    long pending,
    long writes,
    long written,
    long own,
    Servers servers,
    HeatMap heat) {}
