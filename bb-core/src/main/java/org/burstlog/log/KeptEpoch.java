package org.burstlog.log;

import java.nio.ByteBuffer;
import org.burstlog.log.file.Placement;

/**
 * An epoch of this process that is proven in the target, and whose data its log still has.
 *
 * @param drain number of the drain that brought it there, the same in every process
 * @param log name of the log's files
 * @param generation the generation of its entries
 * @param records how many records there are
 * @param first the first byte of the target that any of them has
 * @param end the first byte behind all that they have of the target
 * @param begins where in the target the first array begins of which any of them is, single values
 *     apart
 * @param entries its entries, which the metadata log does not have any more; not to be moved
 * @param placement where in the data log its data is
 * @param filled bytes of that
 */
record KeptEpoch(
    long drain,
    String log,
    int generation,
    long records,
    long first,
    long end,
    long begins,
    ByteBuffer entries,
    Placement placement,
    long filled) {
  boolean touches(String other, long from, long to) {
    return log.equals(other) && placement.touches(filled, from, to);
  }
}
