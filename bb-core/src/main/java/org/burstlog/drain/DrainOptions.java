package org.burstlog.drain;

/**
 * How a drain works.
 *
 * @param buffer bytes of a round; a drain has two buffers of this size
 * @param extents the most extents of a round
 * @param strategy how rounds are written
 * @param stripe bytes of the target that one server holds in a row; 0 when the target is asked
 * @param servers servers the target is spread over; 0 when the target is asked
 */
public record DrainOptions(int buffer, int extents, Strategy strategy, long stripe, int servers) {
  /**
   * Options that leave it to the target how it is striped.
   *
   * @param buffer bytes of a round; a drain has two buffers of this size
   * @param extents the most extents of a round
   * @param strategy how rounds are written
   */
  public DrainOptions(int buffer, int extents, Strategy strategy) {
    this(buffer, extents, strategy, 0, 0);
  }

  DrainOptions withBuffer(int bytes) {
    return bytes == buffer ? this : new DrainOptions(bytes, extents, strategy, stripe, servers);
  }
}
