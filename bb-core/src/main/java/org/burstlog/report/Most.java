package org.burstlog.report;

/**
 * Which process has most of something.
 *
 * @param rank its rank
 * @param value how much
 */
public record Most(int rank, long value) {}
