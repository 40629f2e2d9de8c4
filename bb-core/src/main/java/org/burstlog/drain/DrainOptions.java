package org.burstlog.drain;

/**
 * How a drain works.
 *
 * @param buffer bytes of a round; a drain has two buffers of this size
 * @param extents the most extents of a round
 * @param strategy how rounds are written
 */
public record DrainOptions(int buffer, int extents, Strategy strategy) {}
