package org.burstlog.netcdf.cli;

import java.io.IOException;
import org.burstlog.array.Region;

/**
 * Cuts a region into blocks that are small enough to read at once, in the order of the region's
 * elements, the last dimension varying fastest.
 */
final class Blocks {
  /** Takes blocks. */
  interface Use {
    /** Takes one. */
    void use(Region block) throws IOException;
  }

  private final Region whole;
  private final Region block;

  /** The dimension that is cut: those before it are taken index by index, those behind whole. */
  private final int cut;

  private final long chunk;
  private boolean more;

  /**
   * Stands before the first block.
   *
   * @param whole the region, without strides
   * @param most elements of a block
   */
  Blocks(Region whole, long most) {
    this.whole = whole;
    this.block = new Region(whole.rank());
    long inner = 1;
    int d = whole.rank() - 1;
    boolean empty = false;
    for (int i = 0; i < whole.rank(); i++) {
      empty |= whole.count(i) == 0;
    }
    while (!empty && d > 0 && whole.count(d) <= most / inner) {
      inner *= whole.count(d--);
    }
    cut = d;
    chunk = Math.max(1, most / inner);
    more = !empty;
    for (int i = 0; more && i < whole.rank(); i++) {
      set(i, whole.start(i));
    }
  }

  /**
   * Gives the blocks in turn.
   *
   * @param each takes a block, which is another one when it is called again
   */
  void each(Use each) throws IOException {
    while (more) {
      each.use(block);
      more = advance();
    }
  }

  private boolean advance() {
    for (int d = cut; d >= 0; d--) {
      long next = block.start(d) + block.count(d);
      if (next < whole.start(d) + whole.count(d)) {
        set(d, next);
        return true;
      }
      set(d, whole.start(d));
    }
    return false;
  }

  private void set(int d, long start) {
    long left = whole.start(d) + whole.count(d) - start;
    block.set(d, start, d < cut ? 1 : d == cut ? Math.min(chunk, left) : left, 1);
  }
}
