package org.burstlog.guard.parity;

/**
 * What a stripe has of a member: the first bytes of one of its chunks.
 *
 * @param rank rank of the process whose lane it is; -1 for a node that has no such lane
 * @param generation the generation of its log
 * @param length how many bytes; fewer than a chunk where the log was sealed
 * @param crc CRC32C of them
 */
public record Contribution(int rank, int generation, int length, int crc) {
  /** What a member gives whose log ended before. */
  static final Contribution NOTHING = new Contribution(-1, 0, 0, 0);
}
