package org.burstlog.guard.code;

/**
 * The field of 256 elements that bytes are taken for: polynomials over {0, 1} modulo x^8 + x^4 +
 * x^3 + x^2 + 1, of which x, the byte 2, generates all but 0. To add is exclusive or.
 */
final class Field {
  static final int SIZE = 256;

  /** What a byte whose highest bit moves out is exchanged by. */
  static final int REDUCTION = 0x1d;

  private static final int ORDER = SIZE - 1;
  private static final int[] POWER = new int[2 * ORDER];
  private static final int[] LOG = new int[SIZE];

  static {
    int element = 1;
    for (int i = 0; i < ORDER; i++) {
      POWER[i] = element;
      POWER[i + ORDER] = element;
      LOG[element] = i;
      element <<= 1;
      if (element >= SIZE) {
        element = (element ^ REDUCTION) & ORDER;
      }
    }
  }

  private Field() {}

  static int times(int a, int b) {
    return a == 0 || b == 0 ? 0 : POWER[LOG[a] + LOG[b]];
  }

  /** Returns what times an element is 1. */
  static int inverse(int a) {
    if (a == 0) {
      throw new ArithmeticException("division by zero");
    }
    return POWER[ORDER - LOG[a]];
  }

  /** Returns 2 to the power of a number below 255. */
  static int power(int exponent) {
    return POWER[exponent];
  }
}
