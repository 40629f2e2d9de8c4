package example;

/** Some rods that are heated at one end; the model of both programs. */
final class Rods {
  static final int CELLS = 200;

  private final double[][] heat;

  /** The rods of a plate from one on. */
  Rods(int first, int count) {
    heat = new double[count][CELLS];
    for (int rod = 0; rod < count; rod++) {
      heat[rod][0] = 100 + first + rod;
    }
  }

  /** Lets a little time go by. */
  void step() {
    for (double[] rod : heat) {
      double left = rod[0];
      for (int cell = 1; cell < CELLS - 1; cell++) {
        double here = rod[cell];
        rod[cell] += 0.25 * (left - 2 * here + rod[cell + 1]);
        left = here;
      }
    }
  }

  double[] of(int rod) {
    return heat[rod];
  }
}
