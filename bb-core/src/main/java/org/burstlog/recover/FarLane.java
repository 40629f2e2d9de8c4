package org.burstlog.recover;

import org.burstlog.array.Footprint;

/**
 * A lane that this process cannot reach, though another one of the group can.
 *
 * @param layer which epoch of its session it is of, the oldest 0
 * @param rank whose it was
 * @param first the first byte of the target that it has anything of
 * @param end the first byte behind all that it has
 * @param server rank of the process that reads it for those that cannot
 */
record FarLane(int layer, int rank, long first, long end, int server) {
  boolean mayHave(Footprint wanted) {
    return wanted.first() < end && wanted.last() >= first;
  }
}
