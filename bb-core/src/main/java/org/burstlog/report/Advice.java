package org.burstlog.report;

/**
 * What stood in the program's way, and what to do about it.
 *
 * @param code a short name of the finding, which never changes its meaning, such as BL001
 * @param nanos what it has cost each process in the mean, as far as that can be told
 * @param finding what was found, with the numbers that say so
 * @param remedy what to do, a sentence
 * @param setting the line to paste into the job script; empty where no setting helps
 */
public record Advice(String code, long nanos, String finding, String remedy, String setting) {}
