package org.burstlog.bench.kernel;

import org.burstlog.netcdf.header.NcType;

/**
 * What must be in a variable: a value for each element that follows from the variable, the step and
 * the element's place in the whole, and so is of no use anywhere else.
 *
 * <p>Doubles are whole numbers that grow with the place, so that making them costs next to nothing;
 * each variable and step begins elsewhere. Smaller types mix the same numbers up.
 *
 * @param variable name of the variable
 * @param type its type: DOUBLE, FLOAT or INT
 * @param steps how many steps it has: its first dimension, or 1
 * @param perStep elements of each of them
 * @param version which writing of it this is, for variables that are written again
 */
record Content(String variable, NcType type, long steps, long perStep, int version) {
  /** Doubles hold whole numbers exactly up to twice this. */
  private static final long BEGINNINGS = 1L << 52;

  /** So that none begins at zero, which is what was never written. */
  private static final long FIRST = 1L << 40;

  Content {
    if (type != NcType.DOUBLE && type != NcType.FLOAT && type != NcType.INT) {
      throw new IllegalArgumentException("no values of type " + type);
    }
  }

  Content(String variable, NcType type, long steps, long perStep) {
    this(variable, type, steps, perStep, 0);
  }

  private long begin(long step) {
    long mixed = (variable.hashCode() * 31L + version) * 0x9E37_79B9_7F4A_7C15L + step;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
    return FIRST + Math.floorMod(mixed ^ mixed >>> 31, BEGINNINGS - FIRST);
  }

  /**
   * Makes values that follow each other.
   *
   * @param into gets them
   * @param at where the first goes
   * @param step which step
   * @param place place of the first in the step
   * @param count how many
   */
  void fill(double[] into, int at, long step, long place, int count) {
    long first = begin(step) + place;
    for (int i = 0; i < count; i++) {
      into[at + i] = (double) (first + i);
    }
  }

  /** As the other, for type FLOAT. */
  void fill(float[] into, int at, long step, long place, int count) {
    long first = begin(step) + place;
    for (int i = 0; i < count; i++) {
      into[at + i] = (float) (1 + (mix(first + i) >>> 8));
    }
  }

  /** As the other, for type INT. */
  void fill(int[] into, int at, long step, long place, int count) {
    long first = begin(step) + place;
    for (int i = 0; i < count; i++) {
      into[at + i] = mix(first + i) | 1;
    }
  }

  private static int mix(long value) {
    long mixed = value * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 32);
  }

  /** The value as its bits are in the file, in the low end. */
  long bits(long step, long place) {
    long value = begin(step) + place;
    return switch (type) {
      case DOUBLE -> Double.doubleToRawLongBits((double) value);
      case FLOAT -> Float.floatToRawIntBits((float) (1 + (mix(value) >>> 8)));
      default -> mix(value) | 1;
    };
  }
}
