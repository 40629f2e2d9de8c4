package org.burstlog.log;

/**
 * What a log that is closed has of an epoch whose data is proven in the target.
 *
 * @param log name of its files
 * @param lane which part of them
 * @param rank rank of the process that put it
 * @param drain number of the drain that brought the epoch to the target; what a later one has
 *     brought lies over it, whichever process put it
 * @param generation the generation of its entries; that of the log where a recovery has drained it,
 *     else an older one
 * @param entries where its entries begin
 * @param records how many records there are
 * @param first the first byte of the target that any of them has
 * @param end the first byte behind all that they have of the target
 * @param begins where in the target the first array begins of which any of them is, single values
 *     apart
 */
public record DrainedLog(
    String log,
    int lane,
    int rank,
    long drain,
    int generation,
    long entries,
    long records,
    long first,
    long end,
    long begins) {}
