package org.burstlog.guard.code;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sum of chunks, each times an element of the {@link Field}, by blocks that stay in the cache.
 *
 * <p>A product with a constant is made of the bits of the constant: the sum is doubled, and the
 * chunks whose constant has the next lower bit are added. So a sum of any number of chunks takes
 * seven doublings and at most eight additions a chunk, no tables, and none of either for constants
 * that are 1.
 */
final class Combination {
  /** Words of a block: with those of a dozen chunks it stays in the second cache. */
  private static final int BLOCK = 2048;

  private final int[] constants;
  private final int bits;

  /** A block of each chunk, as far as it reaches; zeros behind it. */
  private final long[][] blocks;

  private final long[] sum = new long[BLOCK];

  Combination(int... constants) {
    this.constants = constants.clone();
    int all = 0;
    for (int constant : constants) {
      all |= constant;
    }
    bits = Integer.SIZE - Integer.numberOfLeadingZeros(all);
    blocks = new long[constants.length][BLOCK];
  }

  /**
   * Computes the sum.
   *
   * @param chunks what lies between position and limit of each; null, and what a chunk is shorter
   *     than the sum, counts as zeros; one of them may be where the sum goes
   * @param into takes the sum between its position and limit, which do not move
   */
  void compute(@Nullable ByteBuffer[] chunks, ByteBuffer into) {
    ByteBuffer[] inputs = new ByteBuffer[blocks.length];
    for (int i = 0; i < inputs.length; i++) {
      ByteBuffer chunk = chunks[i];
      inputs[i] = chunk == null ? ByteBuffer.allocate(0) : slice(chunk);
    }
    ByteBuffer output = slice(into);
    boolean[] used = new boolean[inputs.length];
    for (int at = 0; at < output.capacity(); at += BLOCK * Long.BYTES) {
      int length = Math.min(BLOCK * Long.BYTES, output.capacity() - at);
      int words = (length + Long.BYTES - 1) / Long.BYTES;
      for (int i = 0; i < inputs.length; i++) {
        used[i] = constants[i] != 0 && inputs[i].capacity() > at;
        if (used[i]) {
          load(inputs[i], at, Math.min(length, inputs[i].capacity() - at), blocks[i], words);
        }
      }
      sum(used, words);
      store(output, at, length);
    }
  }

  private static ByteBuffer slice(ByteBuffer chunk) {
    return chunk.slice().order(ByteOrder.nativeOrder());
  }

  private void sum(boolean[] used, int words) {
    boolean empty = true;
    for (int bit = bits - 1; bit >= 0; bit--) {
      if (!empty) {
        Words.twice(sum, words);
      }
      for (int i = 0; i < blocks.length; i++) {
        if (used[i] && (constants[i] >> bit & 1) != 0) {
          if (empty) {
            System.arraycopy(blocks[i], 0, sum, 0, words);
          } else {
            Words.add(sum, blocks[i], words);
          }
          empty = false;
        }
      }
    }
    if (empty) {
      Arrays.fill(sum, 0, words, 0);
    }
  }

  /** Fills words from a chunk, with zeros behind its end. */
  private static void load(ByteBuffer chunk, int at, int length, long[] words, int count) {
    int whole = length / Long.BYTES;
    // Copied first: arrays are added by vectors, whatever kind of buffer the chunk is in.
    longs(chunk, at, length).get(0, words, 0, whole);
    Arrays.fill(words, whole, count, 0);
    int rest = length % Long.BYTES;
    if (rest > 0) {
      byte[] last = new byte[Long.BYTES];
      chunk.get(at + whole * Long.BYTES, last, 0, rest);
      words[whole] = ByteBuffer.wrap(last).order(ByteOrder.nativeOrder()).getLong();
    }
  }

  private void store(ByteBuffer into, int at, int length) {
    int whole = length / Long.BYTES;
    longs(into, at, length).put(0, sum, 0, whole);
    int rest = length % Long.BYTES;
    if (rest > 0) {
      byte[] last = new byte[Long.BYTES];
      ByteBuffer.wrap(last).order(ByteOrder.nativeOrder()).putLong(sum[whole]);
      into.put(at + whole * Long.BYTES, last, 0, rest);
    }
  }

  private static LongBuffer longs(ByteBuffer chunk, int at, int length) {
    return chunk.slice(at, length).order(ByteOrder.nativeOrder()).asLongBuffer();
  }
}
