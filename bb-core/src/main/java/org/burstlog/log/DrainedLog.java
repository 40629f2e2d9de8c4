package org.burstlog.log;

/**
 * What a log held when its data was proven in the target, and still holds as long as nothing is put
 * into it.
 *
 * @param log name of its files
 * @param lane which part of them
 * @param rank rank of the process that put it
 * @param generation the generation of its entries, the one before that of the log
 * @param records how many records there are
 * @param bytes bytes of their data
 * @param first the first byte of the target that any of them has
 * @param end the first byte behind all that they have of the target
 * @param metaEnd where the entries end
 * @param dataEnd where their data ends
 */
public record DrainedLog(
    String log,
    int lane,
    int rank,
    int generation,
    long records,
    long bytes,
    long first,
    long end,
    long metaEnd,
    long dataEnd) {}
