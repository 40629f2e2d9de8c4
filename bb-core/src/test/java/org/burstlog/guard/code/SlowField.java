package org.burstlog.guard.code;

/** The field once more, bit by bit, as its definition says: nothing of the code is used. */
final class SlowField {
  private SlowField() {}

  static int times(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      if ((b >> bit & 1) != 0) {
        product ^= a << bit;
      }
    }
    for (int bit = 14; bit >= 8; bit--) {
      if ((product >> bit & 1) != 0) {
        product ^= 0b1_0001_1101 << (bit - 8);
      }
    }
    return product;
  }

  /** The sum of bytes, each times a constant; what is behind the end of one counts as zero. */
  static byte[] sum(int[] constants, byte[][] chunks, int length) {
    byte[] sum = new byte[length];
    for (int c = 0; c < constants.length; c++) {
      for (int i = 0; i < Math.min(length, chunks[c].length); i++) {
        sum[i] ^= (byte) times(constants[c], chunks[c][i] & 0xff);
      }
    }
    return sum;
  }
}
