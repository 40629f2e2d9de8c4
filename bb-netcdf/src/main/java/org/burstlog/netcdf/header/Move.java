package org.burstlog.netcdf.header;

import java.io.IOException;

/**
 * Equally long blocks of a file that move towards its end, each some way behind the other.
 *
 * <p>Block i goes from {@code from + i * fromStep} to {@code to + i * toStep}. The last goes first,
 * and each goes piece by piece from its end, so that nothing is overwritten that is still to move.
 *
 * @param from where the first block lies
 * @param to where it goes, not before {@code from}
 * @param length bytes of a block
 * @param count how many blocks
 * @param fromStep bytes from one block to the next
 * @param toStep the same where they go, not less than {@code fromStep}
 */
public record Move(long from, long to, long length, long count, long fromStep, long toStep) {

  /** Moves one piece. */
  @FunctionalInterface
  public interface Mover {
    /**
     * Reads all bytes of a piece, then writes them; old and new place may overlap. What lies past
     * the end of the file, because it was never written, need not be.
     *
     * @param from where the piece lies
     * @param to where it goes
     * @param length its bytes
     * @throws IOException when it cannot be moved
     */
    void move(long from, long to, int length) throws IOException;
  }

  /**
   * Checks the numbers.
   *
   * @param from where the first block lies
   * @param to where it goes
   * @param length bytes of a block
   * @param count how many blocks
   * @param fromStep bytes from one block to the next
   * @param toStep the same where they go
   * @throws IllegalArgumentException when the blocks would not move towards the file's end
   */
  public Move {
    if (to < from || length < 1 || count < 1 || fromStep > toStep) {
      throw new IllegalArgumentException(
          "a move from " + from + " to " + to + " of " + count + " times " + length + " bytes");
    }
  }

  /**
   * Moves all blocks, in an order in which nothing is lost.
   *
   * @param pieceBytes the most bytes to move at a time
   * @param mover moves a piece
   * @throws IOException when the mover throws it; what was not moved is still where it was
   */
  public void run(int pieceBytes, Mover mover) throws IOException {
    for (long block = count - 1; block >= 0; block--) {
      long source = from + block * fromStep;
      long target = to + block * toStep;
      if (source == target) {
        continue;
      }
      long left = length;
      while (left > 0) {
        int piece = (int) Math.min(left, pieceBytes);
        left -= piece;
        mover.move(source + left, target + left, piece);
      }
    }
  }
}
