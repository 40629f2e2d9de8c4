package org.burstlog.log.read;

import org.burstlog.array.Array;
import org.burstlog.array.Region;

/**
 * A whole record as a reader finds it.
 *
 * @param sequence its place in the order of the process's puts of an generation; it may skip
 *     numbers
 * @param rank rank of the process that put it
 * @param arrayNumber number of its array, the same in every record of the array
 * @param array its array
 * @param region where in the array; not shared
 * @param dataPosition where its data begins, see {@link LaneReader#view}
 * @param dataLength bytes of its data
 */
public record LogRecord(
    long sequence,
    int rank,
    int arrayNumber,
    Array array,
    Region region,
    long dataPosition,
    long dataLength) {}
