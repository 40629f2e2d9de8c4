package org.burstlog.guard.code;

/**
 * Eight bytes at a time, as words of 64 bits; no byte of a word touches another. The loops are as
 * plain as they are so that the compiler makes vector instructions of them.
 */
final class Words {
  private static final long EACH = 0x0101010101010101L;
  private static final long HIGHEST = EACH << 7;
  private static final long REDUCTION = EACH * Field.REDUCTION;

  private Words() {}

  /** Adds words to others. */
  static void add(long[] into, long[] words, int count) {
    for (int i = 0; i < count; i++) {
      into[i] ^= words[i];
    }
  }

  /** Multiplies each byte by 2. */
  static void twice(long[] words, int count) {
    for (int i = 0; i < count; i++) {
      long word = words[i];
      long carries = word & HIGHEST;
      // 0xff in each byte that carries.
      long mask = (carries << 1) - (carries >>> 7);
      words[i] = ((word ^ carries) << 1) ^ (mask & REDUCTION);
    }
  }
}
